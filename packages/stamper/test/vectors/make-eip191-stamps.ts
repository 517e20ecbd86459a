import type { Vector } from '@mintmark/testing/vector';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { encodeEcdsaDer } from '../../src/encoding/index.ts';
import type { PrivateKey } from '../../src/index.ts';
import { type StampScheme, stampSchemes } from '../../src/protocol.ts';
import { hex, keyOf, utf8 } from './cast.ts';
import { body, type StampInput, stampInput } from './stamp-input.ts';
import { invalid, valid } from './vector.ts';

/** Stamps by an EVM wallet. */
export function makeEip191Stamps(): Vector[] {
  const key = keyOf('secp256k1', 'wallet');
  const p256Key = keyOf('p256', 'wallet');
  const der = hex(encodeEcdsaDer(sign(key, body)));
  const { text, compact } = withShortNumber(key);
  const padded = `3044${['0220', hex(compact.subarray(0, 32)), '0220', hex(compact.subarray(32))].join('')}`;
  const input = (scheme: StampScheme, signature: string, changes?: Partial<StampInput>) =>
    stampInput(key, scheme, signature, changes);
  const { eip191, secp256k1: plain } = stampSchemes;
  const accept = (name: string, given: StampInput) => valid(`eip191: ${name}`, 'apiKeyStamp', { ...given }, eip191);
  const refuse = (name: string, reason: string, given: StampInput) =>
    invalid(`eip191: ${name}`, 'apiKeyStamp', { ...given }, reason);
  return [
    accept('default', input(eip191, der)),
    accept('a superfluous zero byte before a number', input(eip191, padded, { body: text })),
    accept('the same signature in minimal DER', input(eip191, hex(encodeEcdsaDer(compact)), { body: text })),
    refuse('an altered body', 'SIGNATURE_INVALID', input(eip191, der, { body: `${body} ` })),
    refuse(
      'a signature over the plain hash',
      'SIGNATURE_INVALID',
      input(eip191, hex(encodeEcdsaDer(secp256k1.sign(utf8(body), key.bytes())))),
    ),
    refuse('under the name of plain secp256k1', 'SIGNATURE_INVALID', input(plain, der)),
    refuse('a superfluous zero byte under that name', 'MALFORMED', input(plain, padded, { body: text })),
    refuse('a recovery byte behind the signature', 'MALFORMED', input(eip191, `${der}1b`)),
    refuse(
      'by a key of p256',
      'SCHEME_NOT_ALLOWED',
      stampInput(p256Key, eip191, encodeEcdsaDer(p256.sign(utf8(body), p256Key.bytes()))),
    ),
  ];
}

function sign(key: PrivateKey, text: string): Uint8Array {
  const message = utf8(text);
  const prefix = utf8(`\x19Ethereum Signed Message:\n${message.length}`);
  return secp256k1.sign(keccak_256(Uint8Array.of(...prefix, ...message)), key.bytes(), { prehash: false });
}

/** A signature whose r or s begins with a zero byte, and whose other number needs none: the shape that wallets pad. */
function withShortNumber(key: PrivateKey): { text: string; compact: Uint8Array } {
  for (let round = 0; ; round++) {
    const text = `{"round":${round}}`;
    const compact = sign(key, text);
    const firsts = [compact[0] ?? 0, compact[32] ?? 0];
    const isShort = compact[0] === 0 && (compact[1] ?? 0) < 0x80;
    if (isShort && firsts.every((first) => first < 0x80)) return { text, compact };
  }
}
