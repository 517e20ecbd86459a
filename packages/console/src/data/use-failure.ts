import { useCallback } from 'preact/hooks';
import { useSession } from '../session/session-context.ts';
import { describeFailure, type Failure } from './failure.ts';

/**
 * Describes what was thrown. If the service no longer accepts the key, asks to sign in again instead, and describes nothing. In a
 * sub-organization the same answer only means that there is nothing to look into.
 */
export function useFailure(): (error: unknown) => Failure | undefined {
  const { canChange, expire } = useSession();
  return useCallback(
    (error) => {
      const failure = describeFailure(error);
      if (!failure.isSignedOut || !canChange) return failure;
      expire();
      return undefined;
    },
    [canChange, expire],
  );
}
