import { useEffect, useRef } from 'preact/hooks';
import { type Submit, useSubmit } from './use-submit.ts';

/** Submits activities, and calls back when one is completed, also if its request had to be repeated. */
export function useChange<Result>(onCompleted: (result: Result) => void): Submit<Result> {
  const change = useSubmit<Result>();
  const latest = useRef(onCompleted);
  latest.current = onCompleted;
  const { submission } = change;
  useEffect(() => {
    if (submission.state === 'done' && submission.outcome.status === 'completed')
      latest.current(submission.outcome.result);
  }, [submission]);
  return change;
}
