import { createHash } from 'node:crypto';
import { type Curve, createPrivateKey, type PrivateKey } from '../../src/index.ts';

/** The keys of the vectors: made from their names, so that the files can be made again, and used nowhere else. */
export function keyOf(curve: Curve, name: string): PrivateKey {
  return createPrivateKey(curve, sha256(`mintmark conformance vectors: ${curve} ${name}`));
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));
export const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');

export function sha256(content: string | Uint8Array): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(content).digest());
}
