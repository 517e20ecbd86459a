import type { Vector } from '@mintmark/testing/vector';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { encodeEcdsaDer } from '../../src/encoding/index.ts';
import type { PrivateKey } from '../../src/index.ts';
import { type StampScheme, stampSchemes } from '../../src/protocol.ts';
import { hex, keyOf, unhex, utf8 } from './cast.ts';
import { body, type StampInput, stampInput, text32 } from './stamp-input.ts';
import { invalid, valid } from './vector.ts';

type EcdsaCurve = 'p256' | 'secp256k1';

const curves = { p256, secp256k1 };
const reordered = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse()));
const unicode = '{"name":"Zoë 🔑 \u2028"}';

/** Stamps by a key of an ECDSA curve under the scheme of that curve. */
export function makeEcdsaStamps(curve: EcdsaCurve): Vector[] {
  const key = keyOf(curve, 'stamps');
  const scheme = stampSchemes[curve];
  const other = keyOf(curve, 'somebody else');
  const compact = sign(key, body);
  const [r, s] = [compact.subarray(0, 32), compact.subarray(32)].map((bytes) => BigInt(`0x${hex(bytes)}`)) as [
    bigint,
    bigint,
  ];
  const n = curves[curve].Point.Fn.ORDER;
  const der = hex(encodeEcdsaDer(compact));
  const input = (signature: string, changes?: Partial<StampInput>) => stampInput(key, scheme, signature, changes);
  const accept = (name: string, given: StampInput) => valid(`${curve}: ${name}`, 'apiKeyStamp', { ...given }, scheme);
  const refuse = (name: string, reason: string, given: StampInput) =>
    invalid(`${curve}: ${name}`, 'apiKeyStamp', { ...given }, reason);
  const refuseBody = (name: string, sent: string) => refuse(name, 'SIGNATURE_INVALID', input(der, { body: sent }));
  const refuseNumbers = (name: string, one: bigint, two: bigint) =>
    refuse(name, 'SIGNATURE_INVALID', input(numbers(one, two)));
  const refuseForm = (name: string, signature: string) => refuse(name, 'MALFORMED', input(signature));
  const refuseScheme = (name: keyof typeof stampSchemes) =>
    refuse(`the scheme ${name}`, 'SCHEME_NOT_ALLOWED', stampInput(key, stampSchemes[name], der));
  return [
    accept('default', input(der)),
    accept('s in the upper half', input(numbers(r, n - s))),
    accept('upper-case hex', input(der.toUpperCase())),
    accept('an empty body', input(spell(sign(key, '')), { body: '' })),
    accept('a body beyond ASCII', input(spell(sign(key, unicode)), { body: unicode })),
    refuseBody('an altered body', body.replace('57d0', '57d1')),
    refuseBody('a re-ordered body', reordered),
    refuseBody('a line end behind the body', `${body}\n`),
    refuseBody('a body spaced differently', body.replaceAll(':', ': ')),
    refuse('the stamp of another key', 'KEY_MISMATCH', {
      ...stampInput(other, scheme, spell(sign(other, body))),
      publicKey: key.publicKey.hex,
    }),
    refuse('the signature of another key', 'SIGNATURE_INVALID', input(spell(sign(other, body)))),
    refuseScheme(curve === 'p256' ? 'secp256k1' : 'p256'),
    refuseScheme('ed25519'),
    ...(curve === 'p256' ? [refuseScheme('eip191')] : []),
    refuseForm('nothing for a signature', ''),
    refuseForm('r and s without DER', hex(compact)),
    refuseForm('a byte behind the signature', `${der}00`),
    refuseForm('a byte behind s, inside the sequence', sequence(`${der.slice(4)}00`)),
    refuseForm('a third number', sequence(`${der.slice(4)}020101`)),
    refuseForm('one number only', sequence(integer(hex(compact.subarray(0, 32))))),
    refuseForm('a length in long form', `3081${der.slice(2)}`),
    refuseForm('an indefinite length', `3080${der.slice(4)}0000`),
    refuseForm('a superfluous zero byte before s', sequence(integer(text32(r)) + integer(`00${minimal(s)}`))),
    refuseForm('a negative s', sequence(`${integer(text32(r))}0220${text32(n - s).replace(/^./, 'f')}`)),
    refuseForm('a number of 33 bytes', sequence(integer(text32(r)) + integer(`01${text32(s)}`))),
    refuseNumbers('r of zero', 0n, s),
    refuseNumbers('s of zero', r, 0n),
    refuseNumbers('r of n', n, s),
    refuseNumbers('s of n', r, n),
    ...onBothCurves(curve),
  ];
}

/** A key that is on both curves and registered for one of them, with stamps made on the other. */
function onBothCurves(curve: EcdsaCurve): Vector[] {
  const other = curve === 'p256' ? 'secp256k1' : 'p256';
  const key = keyOnBoth(other, curve);
  const signature = spell(sign(key, body));
  const refuse = (scheme: StampScheme, name: string, reason: string) =>
    invalid(
      `${curve}: a key on both curves, ${name}`,
      'apiKeyStamp',
      { ...stampInput(key, scheme, signature), curve },
      reason,
    );
  return [
    refuse(stampSchemes[other], `stamped on ${other}`, 'SCHEME_NOT_ALLOWED'),
    refuse(stampSchemes[curve], `stamped on ${other} under the name of ${curve}`, 'SIGNATURE_INVALID'),
  ];
}

/** A key of one curve whose public key is also a point of another. */
function keyOnBoth(curve: EcdsaCurve, other: EcdsaCurve): PrivateKey {
  for (let index = 0; ; index++) {
    const key = keyOf(curve, `on both curves ${index}`);
    try {
      curves[other].Point.fromHex(key.publicKey.hex);
      return key;
    } catch {
      // Half of all keys are not on the other curve.
    }
  }
}

function sign(key: PrivateKey, text: string): Uint8Array {
  return curves[key.curve as EcdsaCurve].sign(utf8(text), key.bytes(), { lowS: true });
}

const spell = (compact: Uint8Array) => hex(encodeEcdsaDer(compact));
const numbers = (r: bigint, s: bigint) => spell(unhex(text32(r) + text32(s)));
const sequence = (content: string) => `30${length(content)}${content}`;
/** The DER INTEGER of these digits, with the zero byte that a number with a high first bit needs. */
const integer = (digits: string) =>
  /^[89a-f]/.test(digits) ? `02${length(`00${digits}`)}00${digits}` : `02${length(digits)}${digits}`;
const minimal = (number: bigint) => text32(number).replace(/^(?:00)+/, '');
const length = (content: string) => (content.length / 2).toString(16).padStart(2, '0');
