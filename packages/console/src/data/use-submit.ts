import type { Client, Outcome } from '@mintmark/client';
import { useCallback, useState } from 'preact/hooks';
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
  readonly submit: (work: (client: Client) => Promise<Outcome<Result>>) => Promise<Outcome<Result> | undefined>;
  /** Sends the request whose answer was lost again: the same bytes, so that nothing happens twice. */
  readonly repeat: (() => Promise<Outcome<Result> | undefined>) | undefined;
  readonly clear: () => void;
}

/** Submits activities. Resolves to the outcome, or to undefined if there was none. */
export function useSubmit<Result>(): Submit<Result> {
  const { client, expire } = useSession();
  const [submission, setSubmission] = useState<Submission<Result>>({ state: 'idle' });
  const submit = useCallback<Submit<Result>['submit']>(
    async (work) => {
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
      }
    },
    [client, expire],
  );
  const request = submission.state === 'failed' ? submission.failure.request : undefined;
  const clear = useCallback(() => setSubmission({ state: 'idle' }), []);
  const repeat = request && (() => submit((sender) => sender.send(request) as Promise<Outcome<Result>>));
  return { submission, submit, repeat, clear };
}
