import type { Client, Outcome, SignedRequest } from '@mintmark/client';
import { useCallback, useRef, useState } from 'preact/hooks';
import { useSession } from '../session/session-context.ts';
import type { Failure } from './failure.ts';
import { useFailure } from './use-failure.ts';

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
  /** Sends the request whose answer was lost again: the same body, so that nothing happens twice. */
  readonly repeat: (() => Promise<Outcome<Result> | undefined>) | undefined;
  readonly clear: () => void;
}

/** Submits activities. `submit` resolves to the outcome, or to undefined if there was none. */
export function useSubmit<Result>(): Submit<Result> {
  const { client, stamper } = useSession();
  const failureOf = useFailure();
  const [submission, setSubmission] = useState<Submission<Result>>({ state: 'idle' });
  const isRunning = useRef(false);
  const send = useCallback(
    async (work: () => Promise<Outcome<Result>>, ifSignedOut: Submission<Result>) => {
      // A second press can come before the button is drawn disabled.
      if (isRunning.current) return undefined;
      isRunning.current = true;
      setSubmission({ state: 'busy' });
      try {
        const outcome = await work();
        setSubmission({ state: 'done', outcome });
        return outcome;
      } catch (error) {
        const failure = failureOf(error);
        setSubmission(failure ? { state: 'failed', failure } : ifSignedOut);
        return undefined;
      } finally {
        isRunning.current = false;
      }
    },
    [failureOf],
  );
  const canSubmit = isSettled(submission);
  const submit = useCallback<Submit<Result>['submit']>(
    // What was typed stays in the form behind the sign-in.
    async (work) => (canSubmit ? send(() => work(client), { state: 'idle' }) : undefined),
    [canSubmit, client, send],
  );
  const request = submission.state === 'failed' ? submission.failure.request : undefined;
  const clear = useCallback(() => setSubmission({ state: 'idle' }), []);
  // The stamp may be of a session that has ended. The service knows an activity by its body.
  const sendAgain = async ({ operation, path, body }: SignedRequest) =>
    client.send({ operation, path, body, stamp: await stamper.stamp(body) }) as Promise<Outcome<Result>>;
  const repeat = request && (() => send(() => sendAgain(request), submission));
  return { submission, canSubmit, submit, repeat, clear };
}

function isSettled(submission: Submission<unknown>): boolean {
  if (submission.state === 'failed') return submission.failure.request === undefined;
  if (submission.state !== 'done') return submission.state === 'idle';
  return !['consensusNeeded', 'pending'].includes(submission.outcome.status);
}
