import { MintmarkError, StampError } from './errors.ts';
import type { SignedRequest, Stamp, Stamper } from './signed-request.ts';

export async function stampBody(name: string, body: string, stamper: Stamper | undefined): Promise<Stamp> {
  if (!stamper) throw new StampError('STAMP_FAILED', `${name} needs a stamper, but the client has none`);
  let stamp: Stamp;
  try {
    stamp = await stamper.stamp(body);
  } catch (cause) {
    throw new StampError('STAMP_FAILED', `${name}: the stamper failed`, { cause });
  }
  const own = copyStamp(stamp);
  if (!own) throw new StampError('STAMP_FAILED', `${name}: the stamper returned an invalid stamp`);
  return own;
}

/** Validates a signed request, which may come from anywhere, and returns a copy that the caller cannot change. */
export function readSigned({ operation, path, body, stamp }: SignedRequest): SignedRequest {
  const own = copyStamp(stamp);
  if (typeof body !== 'string' || !own)
    throw new MintmarkError('INPUT_INVALID', `${operation}: the signed request is malformed`);
  return { operation, path, body, stamp: own };
}

/** Accepts only the stamp headers, and only well-formed values: runtimes quote malformed ones in their errors. */
function copyStamp(stamp: Stamp | undefined): Stamp | undefined {
  const { name, value } = stamp ?? {};
  const isStamp =
    typeof value === 'string' && /^[ -~]+$/.test(value) && /^X-Stamp(-WebAuthn|-Attested)?$/i.test(`${name}`);
  return isStamp ? { name: `${name}`, value } : undefined;
}
