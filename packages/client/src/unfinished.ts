import type { SignedRequest } from './signed-request.ts';

/**
 * An export or import that has not ended. It can be stored as JSON: `resume` of the same movement continues it.
 *
 * It is a secret: whoever has the target key can open the export.
 */
export interface Unfinished {
  /** The request that had no answer, or whose activity is not completed. */
  readonly request: SignedRequest;
  /** The activity of the request, if it is known to exist. */
  readonly activityId?: string | undefined;
  /** The private key that an export is sealed to, in hex. */
  readonly targetKey?: string | undefined;
}
