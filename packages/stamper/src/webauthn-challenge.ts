import { native } from '#native';
import { encodeHex } from './encoding/hex.ts';

const ascii = new TextEncoder();

/** The challenge that a passkey signs to stamp a body: the body's SHA-256 as hex text, in bytes. */
export async function webAuthnChallenge(body: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return ascii.encode(encodeHex(await native.sha256(body)));
}
