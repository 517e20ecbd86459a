import type { Vector } from '@mintmark/testing/vector';
import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex, keyOf } from './cast.ts';
import { invalid, type VectorFile, valid } from './vector.ts';

const check = 'publicKey';
const weierstrass = { p256, secp256k1 };
const onBothCurves = onBoth();

export function makePublicKeys(): VectorFile {
  return {
    title: 'Public keys',
    notes: [
      'input.hex is to be read as a public key of input.curve.',
      'output is the one spelling of the key: lower-case hex of the compressed point, or of the 32 bytes of an ed25519 key.',
    ],
    vectors: [...weierstrassVectors('p256'), ...weierstrassVectors('secp256k1'), ...edwardsVectors()],
  };
}

function weierstrassVectors(curve: 'p256' | 'secp256k1'): Vector[] {
  const { hex: compressed, uncompressed } = keyOf(curve, 'public key').publicKey;
  const point = hex(uncompressed);
  const p = weierstrass[curve].Point.Fp.ORDER;
  const flipped = compressed.startsWith('02') ? `03${compressed.slice(2)}` : `02${compressed.slice(2)}`;
  const accept = (name: string, text: string, output: string) =>
    valid(`${curve}: ${name}`, check, { curve, hex: text }, output);
  const refuse = (name: string, text: string, reason: string) =>
    invalid(`${curve}: ${name}`, check, { curve, hex: text }, reason);
  return [
    accept('compressed', compressed, compressed),
    accept('uncompressed', point, compressed),
    accept('upper case', compressed.toUpperCase(), compressed),
    accept('the other point of the same x', flipped, flipped),
    accept('a key that is on p256 and on secp256k1', onBothCurves, onBothCurves),
    refuse('nothing', '', 'MALFORMED'),
    refuse('the point at infinity', '00', 'MALFORMED'),
    refuse('the point at infinity, padded', '00'.repeat(33), 'MALFORMED'),
    refuse('hybrid form', `0${6 + (Number.parseInt(point.slice(-1), 16) & 1)}${point.slice(2)}`, 'MALFORMED'),
    refuse('compressed with the prefix of uncompressed', `04${compressed.slice(2)}`, 'MALFORMED'),
    refuse('uncompressed with the prefix of compressed', `02${point.slice(2)}`, 'MALFORMED'),
    refuse('one byte short', compressed.slice(0, -2), 'MALFORMED'),
    refuse('one byte long', `${compressed}00`, 'MALFORMED'),
    refuse('odd number of digits', `${compressed}0`, 'MALFORMED'),
    refuse('0x before it', `0x${compressed}`, 'MALFORMED'),
    refuse('a space behind it', `${compressed} `, 'MALFORMED'),
    refuse('a digit that is none', `${compressed.slice(0, -1)}g`, 'MALFORMED'),
    refuse('a full-width digit', `${compressed.slice(0, -1)}１`, 'MALFORMED'),
    refuse('x without a point', `02${noPoint(curve)}`, 'INVALID_KEY'),
    refuse('x not below p', `02${text32(p)}`, 'INVALID_KEY'),
    refuse('x of all ones', `02${'ff'.repeat(32)}`, 'INVALID_KEY'),
    refuse('y of another point', `${point.slice(0, -2)}${point.endsWith('00') ? '01' : '00'}`, 'INVALID_KEY'),
    refuse('zero for x and y', `04${'00'.repeat(64)}`, 'INVALID_KEY'),
    refuse('the 32 bytes of an ed25519 key', keyOf('ed25519', 'public key').publicKey.hex, 'MALFORMED'),
  ];
}

function edwardsVectors(): Vector[] {
  const curve = 'ed25519';
  const { hex: sound } = keyOf(curve, 'public key').publicKey;
  const { Point } = ed25519;
  const torsion = Point.fromHex(ED25519_TORSION_SUBGROUP[1] ?? '');
  const mixed = Point.fromHex(sound).add(torsion).toHex();
  const refuse = (name: string, text: string, reason = 'INVALID_KEY') =>
    invalid(`${curve}: ${name}`, check, { curve, hex: text }, reason);
  return [
    valid(`${curve}: default`, check, { curve, hex: sound }, sound),
    valid(`${curve}: upper case`, check, { curve, hex: sound.toUpperCase() }, sound),
    ...ED25519_TORSION_SUBGROUP.map((point, index) => refuse(`point ${index} of small order`, point)),
    refuse('a point with a small-order part', mixed),
    refuse('y not below p: the identity, not canonical', `${'ee'}${'ff'.repeat(30)}7f`),
    refuse('y not below p: zero, not canonical', `${'ed'}${'ff'.repeat(30)}7f`),
    refuse('the identity with a sign', `01${'00'.repeat(30)}80`),
    refuse('y without a point', `02${'00'.repeat(31)}`),
    refuse('a compressed point of p256', keyOf('p256', 'public key').publicKey.hex, 'MALFORMED'),
    refuse('one byte short', sound.slice(2), 'MALFORMED'),
    refuse('one byte long', `${sound}00`, 'MALFORMED'),
  ];
}

function noPoint(curve: 'p256' | 'secp256k1'): string {
  for (let x = 1n; ; x++) {
    try {
      weierstrass[curve].Point.fromHex(`02${text32(x)}`);
    } catch {
      return text32(x);
    }
  }
}

function onBoth(): string {
  for (let index = 0; ; index++) {
    const { hex: candidate } = keyOf('p256', `on both curves ${index}`).publicKey;
    try {
      return secp256k1.Point.fromHex(candidate).toHex(true);
    } catch {
      // Half of all keys are not on the other curve.
    }
  }
}

function text32(number: bigint): string {
  return number.toString(16).padStart(64, '0');
}
