import type { Curve, PrivateKey } from '../../src/index.ts';
import type { StampScheme } from '../../src/protocol.ts';
import { base64url, hex } from './cast.ts';

/** What the check of an API-key stamp is given. */
export interface StampInput {
  readonly curve: Curve;
  readonly publicKey: string;
  readonly body: string;
  readonly stamp: string;
}

/** The body of most stamps. */
export const body =
  '{"type":"ACTIVITY_TYPE_DELETE_USER_TAGS","timestampMs":"1767225600000","organizationId":"6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8","parameters":{"userTagIds":["57d0c3e9-4b16-4f8a-92e7-a8c6b1f0d345"]}}';

/** The input of a stamp over {@link body} that says of itself what is true, but for the changes. */
export function stampInput(
  key: PrivateKey,
  scheme: StampScheme,
  signature: Uint8Array | string,
  changes: Partial<StampInput> = {},
): { readonly [Name in keyof StampInput]: StampInput[Name] } {
  const publicKey = key.publicKey.hex;
  const spelled = typeof signature === 'string' ? signature : hex(signature);
  return {
    curve: key.curve,
    publicKey,
    body,
    stamp: encodeStamp({ publicKey, scheme, signature: spelled }),
    ...changes,
  };
}

export function encodeStamp(members: unknown): string {
  return base64url(JSON.stringify(members));
}

/** A number of 32 bytes as hex. */
export function text32(number: bigint): string {
  return number.toString(16).padStart(64, '0');
}
