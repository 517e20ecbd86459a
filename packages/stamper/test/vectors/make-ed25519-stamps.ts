import type { Vector } from '@mintmark/testing/vector';
import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import type { PrivateKey } from '../../src/index.ts';
import { stampSchemes } from '../../src/protocol.ts';
import { hex, keyOf, sha256, unhex, utf8 } from './cast.ts';
import { body, encodeStamp, type StampInput, stampInput, text32 } from './stamp-input.ts';
import { invalid, valid } from './vector.ts';

const { Point } = ed25519;
const scheme = stampSchemes.ed25519;
const identity = hex(Point.ZERO.toBytes());

/** Stamps by an ed25519 key. */
export function makeEd25519Stamps(): Vector[] {
  const key = keyOf('ed25519', 'stamps');
  const signature = ed25519.sign(utf8(body), key.bytes());
  const s = littleEndian(signature.subarray(32));
  const input = (given: Uint8Array | string, changes?: Partial<StampInput>) => stampInput(key, scheme, given, changes);
  const accept = (name: string, given: StampInput) => valid(`ed25519: ${name}`, 'apiKeyStamp', { ...given }, scheme);
  const refuse = (name: string, reason: string, given: StampInput) =>
    invalid(`ed25519: ${name}`, 'apiKeyStamp', { ...given }, reason);
  const refuseSignature = (name: string, given: Uint8Array | string) => refuse(name, 'SIGNATURE_INVALID', input(given));
  return [
    accept('default', input(signature)),
    accept('an empty body', input(ed25519.sign(utf8(''), key.bytes()), { body: '' })),
    refuse('an altered body', 'SIGNATURE_INVALID', input(signature, { body: `${body} ` })),
    refuseSignature('a signature over the hash of the body', ed25519.sign(sha256(body), key.bytes())),
    refuseSignature('s not below the order of the group', hex(signature.subarray(0, 32)) + bytesOf(s + Point.Fn.ORDER)),
    refuseSignature('R of small order', signWith(key, 0n, Point.ZERO.toHex())),
    refuseSignature('R with a small-order part', signWith(key, 7n, shifted(Point.BASE.multiply(7n)))),
    refuse('one byte short', 'MALFORMED', input(signature.subarray(1))),
    refuse('one byte long', 'MALFORMED', input(`${hex(signature)}00`)),
    refuse('the scheme p256', 'SCHEME_NOT_ALLOWED', stampInput(key, stampSchemes.p256, signature)),
    refuse('a key of small order, for which anybody can sign', 'INVALID_KEY', {
      ...{ curve: 'ed25519', publicKey: identity, body },
      stamp: encodeStamp({ publicKey: identity, scheme, signature: identity + bytesOf(0n) }),
    }),
  ];
}

/** RFC 8032, 5.1.6, with the nonce and the encoding of R chosen: a signature that satisfies the equation up to the cofactor. */
function signWith(key: PrivateKey, nonce: bigint, r: string): string {
  const digest = sha512(key.bytes());
  const clamped = digest.subarray(0, 32);
  clamped[0] = (clamped[0] ?? 0) & 248;
  clamped[31] = ((clamped[31] ?? 0) & 127) | 64;
  const k = littleEndian(sha512(Uint8Array.of(...unhex(r), ...key.publicKey.bytes, ...utf8(body))));
  return r + bytesOf((nonce + k * littleEndian(clamped)) % Point.Fn.ORDER);
}

function shifted(point: InstanceType<typeof Point>): string {
  return point.add(Point.fromHex(ED25519_TORSION_SUBGROUP[1] ?? '')).toHex();
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${hex(bytes.toReversed())}`);
}

const bytesOf = (number: bigint) => hex(unhex(text32(number)).toReversed());
