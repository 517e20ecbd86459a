import { MintmarkError } from './errors.ts';
import type { SubmitOptions } from './methods.ts';
import { activityType, type Operation } from './operation.ts';

let lastTimestamp = 0;

/** The same body means the same activity, so two calls in one millisecond must not have the same time. */
function timestamp(): string {
  const now = Date.now();
  // A clock that was far ahead and has been set right is to be believed.
  lastTimestamp = lastTimestamp - now > 60_000 ? now : Math.max(now, lastTimestamp + 1);
  return String(lastTimestamp);
}

/** The body of a call: the only place where one is put together, so that what is stamped is what is sent. */
export function buildBody(name: string, operation: Operation, input: object, options: SubmitOptions): string {
  const { organizationId, generateAppProofs } = options;
  if (!organizationId)
    throw new MintmarkError('INPUT_INVALID', `${name} needs an organizationId: give one to the client or to the call`);
  if (operation.version === undefined)
    return toJson(name, Object.assign({ organizationId }, input, { organizationId }));
  const type = activityType(name, operation);
  return toJson(name, { type, timestampMs: timestamp(), organizationId, parameters: input, generateAppProofs });
}

export function toJson(name: string, body: object): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new MintmarkError('INPUT_INVALID', `${name}: the input cannot be written as JSON`, { cause });
  }
}
