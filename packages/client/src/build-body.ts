import { MintmarkError } from './errors.ts';
import type { SubmitOptions } from './methods.ts';
import { activityType, type Operation } from './operation.ts';

let lastTimestamp = 0;

/** The same body is the same activity, so two calls in the same millisecond need different timestamps. */
function timestamp(): string {
  const now = Date.now();
  // More than a minute back means that a clock that was fast has been corrected: follow it.
  lastTimestamp = lastTimestamp - now > 60_000 ? now : Math.max(now, lastTimestamp + 1);
  return String(lastTimestamp);
}

/** The body of a call. Bodies are built nowhere else, so the stamped bytes are the bytes that are sent. */
export function buildBody(name: string, operation: Operation, input: object, options: SubmitOptions): string {
  const { organizationId, generateAppProofs } = options;
  if (!organizationId)
    throw new MintmarkError('INPUT_INVALID', `${name} needs an organizationId: pass one to the client or the call`);
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
