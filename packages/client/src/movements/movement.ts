import { p256Keys } from '@mintmark/stamper/bundles';
import type { Client } from '../create-client.ts';
import { ApiError, MintmarkError } from '../errors.ts';
import type { SubmitOptions } from '../methods.ts';
import { type Outcome, resultOrThrow } from '../outcome.ts';
import type { SignedRequest } from '../signed-request.ts';
import type { Unfinished } from '../unfinished.ts';

export interface MovementOptions extends SubmitOptions {
  /** The key that the service signs bundles with: `keys.signer` in root.json. Get it from there, never from an answer. */
  readonly signerPublicKey: string;
  /** Continues the movement of an earlier call with the same input: the `unfinished` of the error that it threw. */
  readonly resume?: Unfinished | undefined;
}

/** Takes any function. */
type Method = (...args: never[]) => Promise<unknown>;

/** A client that has these operations. */
export type ClientWith<Name extends keyof Client> = Pick<Client, Name> & {
  readonly stamp: Method;
  readonly send: Method;
  readonly resume: Method;
};

/** What movements use of a client. Untyped, so that clients with any operations fit. */
interface Requests {
  stamp(operation: string, input: object, options: SubmitOptions): Promise<SignedRequest>;
  send(request: SignedRequest, options: SubmitOptions): Promise<unknown>;
  resume(operation: string, activityId: string, options: SubmitOptions): Promise<unknown>;
}

export interface Movement {
  /** The step to continue with, if the caller resumes. */
  readonly resumed: Unfinished | undefined;
  /** Stamps a request, in the organization of the call unless another one is named. */
  stamp(operation: string, input: object, organizationId?: string): Promise<SignedRequest>;
  /** Submits the activity of a step, or asks for it if it exists. */
  submit<Result>(step: Unfinished): Promise<Submitted<Result>>;
}

/** A completed activity. */
interface Submitted<Result> {
  readonly result: Result;
  readonly activityId: string;
  /** The organization that the request names, as the service spells it. */
  readonly organizationId: string;
}

/** Begins a movement that consists of these operations. */
export function beginMovement(
  client: ClientWith<never>,
  operations: readonly string[],
  options: MovementOptions,
): Movement {
  const { stamp, send, resume } = client as unknown as Requests;
  const { resume: resumed } = options;
  // A wrong key must not be noticed only after the service has exported something.
  p256Keys.parsePublicKey(options.signerPublicKey, 'signerPublicKey');
  if (resumed && !operations.includes(resumed.request?.operation))
    throw new MintmarkError('INPUT_INVALID', `${operations.at(-1)}: resume belongs to another movement`);
  return {
    resumed,
    stamp: (operation, input, organizationId = options.organizationId) =>
      stamp(operation, input, { ...options, organizationId }),
    async submit<Result>(step: Unfinished) {
      const { request, activityId } = step;
      const organizationId = organizationOf(request);
      try {
        const outcome = (await (activityId
          ? resume(request.operation, activityId, { ...options, organizationId })
          : send(request, options))) as Outcome<unknown>;
        const result = resultOrThrow(request.operation, outcome) as Result;
        return { result, activityId: outcome.activity.id, organizationId: organizationId.toLowerCase() };
      } catch (error) {
        if (error instanceof MintmarkError && !isFinal(error, step)) {
          const unfinished = { ...step, activityId: error.activityId ?? activityId };
          Object.defineProperty(error, 'unfinished', { value: unfinished });
        }
        throw error;
      }
    },
  };
}

/** From the stamped body, because an answer must not choose the organization that bundles are checked for. */
function organizationOf({ operation, body }: SignedRequest): string {
  let organizationId: unknown;
  try {
    ({ organizationId } = JSON.parse(body));
  } catch {
    // The error quotes the body.
  }
  if (typeof organizationId === 'string') return organizationId;
  throw new MintmarkError('INPUT_INVALID', `${operation}: the signed request is malformed`);
}

/** Whether nothing was changed, and sending the same request again will change nothing. */
const isFinal = (error: MintmarkError, { activityId }: Unfinished) =>
  ['ACTIVITY_FAILED', 'ACTIVITY_REJECTED'].includes(error.code) ||
  // With an activity, it was the question about it that was refused.
  (error instanceof ApiError && !error.retryable && !activityId);
