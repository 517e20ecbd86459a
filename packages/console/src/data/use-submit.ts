import type { Client, Outcome } from '@mintmark/client';
import { useCallback, useRef, useState } from 'preact/hooks';
import { useSession } from '../session/session-context.ts';
import { describeFailure, type Failure } from './failure.ts';

/** What became of a submission. */
type Submission<Result> =
  | { readonly state: 'idle' }
  | { readonly state: 'busy' }
  | { readonly state: 'done'; readonly outcome: Outcome<Result> }
  | { readonly state: 'failed'; readonly failure: Failure };

export interface Submit<Result> {
  readonly submission: Submission<Result>;
  /**
   * Whether a new submission would be the only one. It is false while one runs or waits for others, and while it is not known what
   * became of it: only `repeat` is safe then.
   */
  readonly canSubmit: boolean;
  readonly submit: (work: (client: Client) => Promise<Outcome<Result>>) => Promise<Outcome<Result> | undefined>;
  /** Sends the request whose answer was lost again: the same bytes, so that nothing happens twice. */
  readonly repeat: (() => Promise<Outcome<Result> | undefined>) | undefined;
  readonly clear: () => void;
}

/** Submits activities. `submit` resolves to the outcome, or to undefined if there was none. */
export function useSubmit<Result>(): Submit<Result> {
  const { client, expire } = useSession();
  const [submission, setSubmission] = useState<Submission<Result>>({ state: 'idle' });
  const isRunning = useRef(false);
  const send = useCallback<Submit<Result>['submit']>(
    async (work) => {
      // A second press can come before the button is drawn disabled.
      if (isRunning.current) return undefined;
      isRunning.current = true;
      setSubmission({ state: 'busy' });
      try {
        const outcome = await work(client);
        setSubmission({ state: 'done', outcome });
        return outcome;
      } catch (error) {
        const failure = describeFailure(error);
        // What was typed stays in the form behind the sign-in.
        if (failure.isSignedOut) expire();
        setSubmission(failure.isSignedOut ? { state: 'idle' } : { state: 'failed', failure });
        return undefined;
      } finally {
        isRunning.current = false;
      }
    },
    [client, expire],
  );
  const canSubmit = isSettled(submission);
  const submit = useCallback<Submit<Result>['submit']>(
    async (work) => (canSubmit ? send(work) : undefined),
    [canSubmit, send],
  );
  const request = submission.state === 'failed' ? submission.failure.request : undefined;
  const clear = useCallback(() => setSubmission({ state: 'idle' }), []);
  const repeat = request && (() => send((sender) => sender.send(request) as Promise<Outcome<Result>>));
  return { submission, canSubmit, submit, repeat, clear };
}

function isSettled(submission: Submission<unknown>): boolean {
  if (submission.state === 'failed') return submission.failure.request === undefined;
  if (submission.state !== 'done') return submission.state === 'idle';
  return !['consensusNeeded', 'pending'].includes(submission.outcome.status);
}
