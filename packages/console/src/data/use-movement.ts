import { type Client, MintmarkError } from '@mintmark/client';
import type { MovementOptions } from '@mintmark/client/movements';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { useSession } from '../session/session-context.ts';
import type { Failure } from './failure.ts';
import { useFailure } from './use-failure.ts';

type Continuation = MovementOptions['resume'];

export interface Movement<Result> {
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  /** The activity that needs votes before the movement can go on. */
  readonly activityId: string | undefined;
  /** Whether `move` goes on where it stopped, instead of beginning again. */
  readonly isUnfinished: boolean;
  readonly result: Result | undefined;
  readonly move: (work: (client: Client, resume: Continuation) => Promise<Result>) => Promise<void>;
  /** Forgets everything, also the result. */
  readonly clear: () => void;
}

/** Exports and imports. They have several steps; one that was interrupted goes on with the same keys and the same requests. */
export function useMovement<Result>(): Movement<Result> {
  const { client } = useSession();
  const failureOf = useFailure();
  const [state, setState] = useState<Omit<Movement<Result>, 'move' | 'clear' | 'isUnfinished'>>(idle);
  const [unfinished, setUnfinished] = useState<Continuation>();
  const move = useCallback<Movement<Result>['move']>(
    async (work) => {
      setState({ ...idle, isBusy: true });
      try {
        const result = await work(client, unfinished);
        setUnfinished(undefined);
        setState({ ...idle, result });
      } catch (error) {
        if (error instanceof MintmarkError) setUnfinished(error.unfinished);
        const activityId = error instanceof MintmarkError ? error.activityId : undefined;
        setState({ ...idle, failure: failureOf(error), activityId });
      }
    },
    [client, failureOf, unfinished],
  );
  // Another client means that the page was locked: nobody may find a secret behind the sign-in.
  useEffect(() => setState((before) => ({ ...before, result: undefined })), [client]);
  const clear = useCallback(() => {
    setUnfinished(undefined);
    setState(idle);
  }, []);
  return { ...state, isUnfinished: unfinished !== undefined, move, clear };
}

const idle = { isBusy: false, failure: undefined, activityId: undefined, result: undefined };
