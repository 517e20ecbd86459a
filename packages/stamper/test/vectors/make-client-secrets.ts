import type { Vector } from '@mintmark/testing/vector';
import { sealEnvelope } from '../../src/bundles/client-secret.ts';
import { flipLastBit, otherKey, secretOf, targetKey } from './bundle-cast.ts';
import { hex, keyOf, unhex, utf8 } from './cast.ts';
import { invalid, valid } from './vector.ts';

const check = 'clientSecret';
const secret = 'a client secret, not used anywhere';
const nonce = Uint8Array.from({ length: 12 }, (_, index) => index);

/** The envelopes of OAuth client secrets. */
export async function makeClientSecrets(): Promise<Vector[]> {
  const ephemeral = keyOf('p256', 'ephemeral: client secret');
  const sound = hex(await sealEnvelope(Uint8Array.from(utf8(secret)), targetKey.publicKey, ephemeral, nonce));
  const input = (encryptedClientSecret: string, key = targetKey) => ({
    ...{ encryptedClientSecret, servicePrivateKey: secretOf(key) },
  });
  const refuse = (name: string, given: object, reason: string) =>
    invalid(`client secret: ${name}`, check, { ...given }, reason);
  /** Puts other digits at the place of some. */
  const put = (digits: string, at: number) => sound.slice(0, at) + digits + sound.slice(at + digits.length);
  const point = 2 * nonce.length;
  const length = point + 2 * 65;
  return [
    valid('client secret: default', check, input(sound), secret, { ephemeralPrivateKey: secretOf(ephemeral) }),
    refuse('for another key', input(sound, otherKey), 'DECRYPTION_FAILED'),
    refuse('a changed ciphertext', input(flipLastBit(sound)), 'DECRYPTION_FAILED'),
    refuse('a changed nonce', input(put('ff', 0)), 'DECRYPTION_FAILED'),
    refuse('another ephemeral key', input(put(hex(otherKey.publicKey.uncompressed), point)), 'DECRYPTION_FAILED'),
    refuse('a hybrid ephemeral key', input(put('06', point)), 'MALFORMED'),
    refuse('an ephemeral key off the curve', input(put(`04${'11'.repeat(64)}`, point)), 'INVALID_KEY'),
    refuse('a length that is too large', input(put('ffffffff', length)), 'MALFORMED'),
    refuse(
      'a length in the other byte order',
      input(put(hex(unhex(sound.slice(length, length + 8)).toReversed()), length)),
      'MALFORMED',
    ),
    refuse('a byte behind it', input(`${sound}00`), 'MALFORMED'),
    refuse('its header alone', input(sound.slice(0, length)), 'MALFORMED'),
  ];
}
