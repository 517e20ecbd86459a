import type { Vector } from '@mintmark/testing/vector';
import { encodeBase58Check, encodeHex } from '../../src/encoding/index.ts';
import type { PrivateKey } from '../../src/index.ts';
import { parsePublicKey } from '../../src/index.ts';
import { flipLastBit, madeBy, otherKey, sealTo, secretOf, targetKey } from './bundle-cast.ts';
import { keyOf, unhex } from './cast.ts';
import { invalid, valid } from './vector.ts';

const check = 'sessionCredential';

/** Credential bundles, which carry the private key of a session. */
export async function makeSessionCredentials(): Promise<Vector[]> {
  const sessionKey = keyOf('p256', 'session');
  const { compressed, encappedPublic, ciphertext } = await sealCompressed(sessionKey.bytes(), 'session credential');
  const zero = await sealCompressed(new Uint8Array(32), 'session credential of zero');
  const sound = bundle(compressed + ciphertext);
  const input = (credentialBundle: string, key: PrivateKey = targetKey) => ({
    ...{ credentialBundle, targetPrivateKey: secretOf(key) },
  });
  const refuse = (name: string, given: object, reason: string) =>
    invalid(`session credential: ${name}`, check, { ...given }, reason);
  const refusePayload = (name: string, payload: string, reason: string) => refuse(name, input(bundle(payload)), reason);
  return [
    valid('session credential: default', check, input(sound), sessionKey.toApiKey(), madeBy('session credential')),
    refuse('for another key', input(sound, otherKey), 'DECRYPTION_FAILED'),
    refuse('a wrong checksum', input(sound.replace(/.$/, (last) => (last === '2' ? '3' : '2'))), 'MALFORMED'),
    refuse('a character that base58 lacks', input(`${sound}0`), 'MALFORMED'),
    refuse('nothing', input(''), 'MALFORMED'),
    refusePayload('a changed ciphertext', compressed + flipLastBit(ciphertext), 'DECRYPTION_FAILED'),
    refusePayload('another encapsulated key', otherKey.publicKey.hex + ciphertext, 'DECRYPTION_FAILED'),
    refusePayload('an encapsulated key off the curve', `02${'ff'.repeat(32)}${ciphertext}`, 'INVALID_KEY'),
    refusePayload('an uncompressed encapsulated key', encappedPublic + ciphertext, 'MALFORMED'),
    refusePayload('a byte too many', `${compressed}${ciphertext}00`, 'MALFORMED'),
    refusePayload('a byte too few', compressed + ciphertext.slice(2), 'MALFORMED'),
    refusePayload('a private key of zero', zero.compressed + zero.ciphertext, 'INVALID_KEY'),
  ];
}

async function sealCompressed(secret: Uint8Array, name: string) {
  const { encappedPublic, ciphertext } = await sealTo(targetKey, secret, name);
  return { compressed: encodeHex(parsePublicKey('p256', encappedPublic).bytes), encappedPublic, ciphertext };
}

const bundle = (payload: string) => encodeBase58Check(unhex(payload));
