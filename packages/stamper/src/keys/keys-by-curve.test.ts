import { createECDH, createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { native as node } from '../native/node.ts';
import { native as web } from '../native/web.ts';
import { StamperError } from '../stamper-error.ts';
import type { Curve } from './curve.ts';
import { parsePublicKey } from './keys-by-curve.ts';
import { softwareP256 } from './software.ts';

const weierstrass = { p256, secp256k1 };
const openSslName = { p256: 'prime256v1', secp256k1: 'secp256k1' };
const weierstrassCurves = ['p256', 'secp256k1'] as const;

function codeOf(curve: Curve, hex: unknown): string {
  try {
    parsePublicKey(curve, hex as string, 'targetPublicKey');
    return 'none';
  } catch (error) {
    if (!(error instanceof StamperError)) throw error;
    expect(error.part).toBe('targetPublicKey');
    return error.code;
  }
}

describe.each(weierstrassCurves)('parsePublicKey on %s', (curve) => {
  const ecdh = createECDH(openSslName[curve]);
  ecdh.generateKeys();
  const compressed = ecdh.getPublicKey('hex', 'compressed');
  const uncompressed = ecdh.getPublicKey('hex', 'uncompressed');

  test('default', () => {
    const key = parsePublicKey(curve, compressed);
    expect(key).toEqual({
      curve,
      hex: compressed,
      bytes: Uint8Array.from(Buffer.from(compressed, 'hex')),
      uncompressed: Uint8Array.from(Buffer.from(uncompressed, 'hex')),
    });
    expect(key.bytes.buffer.byteLength).toBe(33);
  });

  test('behavior: both forms in either case give the same key', () => {
    const key = parsePublicKey(curve, compressed);
    for (const form of [uncompressed, compressed.toUpperCase(), uncompressed.toUpperCase()]) {
      expect(parsePublicKey(curve, form)).toEqual(key);
    }
  });

  test('behavior: agrees with OpenSSL on which x is on the curve', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.constantFrom('02', '03'), (x, prefix) => {
        const hex = prefix + encodeHex(x);
        let isPoint = true;
        try {
          ecdh.computeSecret(hex, 'hex');
        } catch {
          isPoint = false;
        }
        expect(codeOf(curve, hex)).toBe(isPoint ? 'none' : 'INVALID_KEY');
      }),
    );
  });

  test.each([
    ['the point at infinity', () => '00'],
    ['the point at infinity in the length of a compressed point', () => '00'.repeat(33)],
    ['the point at infinity in the length of an uncompressed point', () => '00'.repeat(65)],
    ['a hybrid point of even y', () => `06${uncompressed.slice(2)}`],
    ['a hybrid point of odd y', () => `07${uncompressed.slice(2)}`],
    ['x and y without a prefix', () => uncompressed.slice(2)],
    ['x alone', () => compressed.slice(2)],
    ['the long prefix before the short form', () => `04${compressed.slice(2)}`],
    ['the short prefix before the long form', () => `02${uncompressed.slice(2)}`],
    ['a byte too many', () => `${compressed}00`],
    ['a byte too few', () => compressed.slice(0, -2)],
    ['half a byte too many', () => `${compressed}0`],
    ['a space', () => ` ${compressed}`],
    ['a line break', () => `${compressed}\n`],
    ['0x', () => `0x${compressed}`],
    ['a letter that is not a hex digit', () => `${compressed.slice(0, -1)}g`],
    ['a full-width digit', () => `${compressed.slice(0, -1)}\uff11`],
    ['nothing', () => ''],
    ['undefined', () => undefined],
    ['bytes', () => Buffer.from(compressed, 'hex')],
    ['an object that turns into a key', () => ({ toString: () => compressed })],
    ['a list of one key', () => [compressed]],
  ])('error: MALFORMED for %s', (_, make) => {
    expect(codeOf(curve, make())).toBe('MALFORMED');
  });

  test.each([
    ['x = y = 0', `04${'00'.repeat(64)}`],
    ['compressed x that is too large', `02${'ff'.repeat(32)}`],
    ['x = p', `02${weierstrass[curve].Point.Fp.ORDER.toString(16)}`],
    ['y of the other curve', `04${(curve === 'p256' ? secp256k1 : p256).Point.BASE.toHex(false).slice(2)}`],
  ])('error: INVALID_KEY for %s', (_, hex) => {
    expect(codeOf(curve, hex)).toBe('INVALID_KEY');
  });

  test('error: a y that is off by any one bit', () => {
    for (let bit = 0; bit < 256; bit++) {
      const bytes = Buffer.from(uncompressed, 'hex');
      bytes.writeUInt8(bytes.readUInt8(33 + (bit >> 3)) ^ (1 << (bit & 7)), 33 + (bit >> 3));
      expect(codeOf(curve, bytes.toString('hex'))).toBe('INVALID_KEY');
    }
  });

  test('behavior: the message holds nothing of the key', () => {
    const hex = `04${'ab'.repeat(64)}`;
    expect(() => parsePublicKey(curve, hex)).toThrow(
      new StamperError('INVALID_KEY', 'publicKey', `is not a point on ${curve}`),
    );
  });
});

describe('the point at infinity as a P-256 key', () => {
  // For any k, r = x(kG) and s = z / k satisfy the equation of ECDSA when the key is the point at infinity.
  const message = Buffer.from('signed by nobody');
  const { Fn, BASE } = p256.Point;
  const k = 12345n;
  const r = Fn.create(BASE.multiply(k).x);
  const s = Fn.mul(Fn.create(BigInt(`0x${createHash('sha256').update(message).digest('hex')}`)), Fn.inv(k));
  const forgery = concatBytes(Fn.toBytes(r), Fn.toBytes(s));

  test.each([
    ['SubjectPublicKeyInfo', '3019301306072a8648ce3d020106082a8648ce3d03010703020000'],
    ['its SEC 1 form', '00'],
    ['zeros', `04${'00'.repeat(64)}`],
    ['nothing', ''],
  ])('error: as %s', (_, hex) => {
    expect(codeOf('p256', hex)).toMatch(/^(?:MALFORMED|INVALID_KEY)$/);
  });

  // OpenSSL accepts this key from DER, and then verifies the forgery or, in Node 20, ends the process.
  test.each([
    ['node', node.p256],
    ['web', web.p256],
    ['software', softwareP256],
  ])('behavior: %s refuses the forgery even if the key was not parsed', async (_, curve) => {
    for (const point of [`04${'00'.repeat(64)}`, '00', '']) {
      const verified = curve.importVerifier(Buffer.from(point, 'hex')).then((verify) => verify?.(message, forgery));
      expect(await verified.catch(() => 'refused')).not.toBe(true);
    }
  });
});

describe('parsePublicKey on ed25519', () => {
  const bytes = ed25519.getPublicKey(new Uint8Array(32).fill(3));
  const hex = encodeHex(bytes);

  test('default', () => {
    expect(parsePublicKey('ed25519', hex.toUpperCase())).toEqual({ curve: 'ed25519', hex, bytes, uncompressed: bytes });
  });

  test.each([
    ['a byte too many', `${hex}00`],
    ['a byte too few', hex.slice(2)],
    ['a compressed point', `02${hex}`],
    ['nothing', ''],
    ['null', null],
  ])('error: MALFORMED for %s', (_, text) => {
    expect(codeOf('ed25519', text)).toBe('MALFORMED');
  });

  test('error: INVALID_KEY for a y that belongs to no point', () => {
    expect(codeOf('ed25519', `02${'00'.repeat(31)}`)).toBe('INVALID_KEY');
  });

  test('behavior: accepts random bytes only if they are a point of the prime-order group', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (random) => {
        const text = encodeHex(random);
        let isSound = false;
        try {
          const point = ed25519.Point.fromHex(text);
          isSound =
            point
              .multiplyUnsafe(ed25519.Point.Fn.ORDER - 1n)
              .add(point)
              .is0() && !point.is0();
        } catch {}
        expect(codeOf('ed25519', text)).toBe(isSound ? 'none' : 'INVALID_KEY');
      }),
    );
  });
});

test.each(['P256', 'p384', '', undefined, {}])('error: the curve %j', (curve) => {
  expect(() => parsePublicKey(curve as Curve, '02')).toThrow(expect.objectContaining({ code: 'CURVE_UNKNOWN' }));
});
