import { MintmarkError, StampError } from './errors.ts';
import { activityType, type Operation, type SubmitOptions } from './operation.ts';

/** A header that says who asks, and for what. */
export interface Stamp {
  readonly name: string;
  readonly value: string;
}

/** Whatever signs requests: `@mintmark/stamper` has one for each kind of key. */
export interface Stamper {
  stamp(body: string): Promise<Stamp>;
}

/**
 * A request that can be sent as it is, now or later, by whoever has it: POST `body` to `path` with the stamp as a header. It
 * can be kept as JSON.
 *
 * It is a secret: whoever has it can send it, a query for as long as the key lives.
 */
export interface SignedRequest<Name extends string = string> {
  readonly operation: Name;
  readonly path: string;
  readonly body: string;
  readonly stamp: Stamp;
}

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

export async function stampBody(name: string, body: string, stamper: Stamper | undefined): Promise<Stamp> {
  if (!stamper) throw new StampError('STAMP_FAILED', `${name} needs a stamper, and the client has none`);
  let stamp: Stamp;
  try {
    stamp = await stamper.stamp(body);
  } catch (cause) {
    throw new StampError('STAMP_FAILED', `${name}: the stamper failed`, { cause });
  }
  const own = copyStamp(stamp);
  if (!own) throw new StampError('STAMP_FAILED', `${name}: the stamper made something that is no stamp`);
  return own;
}

/** A copy that nobody else can change, of what may come from anywhere: what cannot have been made here is refused. */
export function readSigned({ operation, path, body, stamp }: SignedRequest): SignedRequest {
  const own = copyStamp(stamp);
  if (typeof body !== 'string' || !own)
    throw new MintmarkError('INPUT_INVALID', `${operation}: the signed request is malformed`);
  return { operation, path, body, stamp: own };
}

/** A header of another name could do anything, and runtimes quote a malformed value in their errors. */
function copyStamp(stamp: Stamp | undefined): Stamp | undefined {
  const { name, value } = stamp ?? {};
  const isStamp = typeof value === 'string' && /^[ -~]+$/.test(value) && /^X-Stamp(-WebAuthn)?$/i.test(`${name}`);
  return isStamp ? { name: `${name}`, value } : undefined;
}
