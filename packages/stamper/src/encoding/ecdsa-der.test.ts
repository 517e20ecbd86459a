import { createVerify, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StamperError } from '../stamper-error.ts';
import { decodeEcdsaDer, encodeEcdsaDer } from './ecdsa-der.ts';
import { decodeHex, encodeHex } from './hex.ts';

const decode = (hex: string, integers?: 'minimal' | 'zero-padded') =>
  decodeEcdsaDer(decodeHex(hex, 'hex'), 'signature', integers);

/** Small and large numbers, with the highest bit set or not. */
const scalar = fc
  .tuple(fc.nat({ max: 32 }), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([zeros, bytes]) => Uint8Array.from(bytes, (byte, index) => (index < zeros ? 0 : byte)));
const compact = fc.tuple(scalar, scalar).map(([r, s]) => Uint8Array.from([...r, ...s]));

function parse(der: Uint8Array, integers: 'minimal' | 'zero-padded'): string {
  try {
    return encodeHex(decodeEcdsaDer(der, 'signature', integers));
  } catch (error) {
    if (error instanceof StamperError) return error.code;
    throw error;
  }
}

describe('encodeEcdsaDer', () => {
  test('default: OpenSSL verifies it, and it reads what OpenSSL signs', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (let times = 0; times < 50; times++) {
      const message = Buffer.from(`message ${times}`);
      const raw = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
      expect(createVerify('sha256').update(message).verify(publicKey, encodeEcdsaDer(raw))).toBe(true);
      const der = sign('sha256', message, privateKey);
      expect(encodeEcdsaDer(decodeEcdsaDer(der, 'signature'))).toEqual(Uint8Array.from(der));
    }
  });

  test.each([
    ['zero', '00'.repeat(64), '3006020100020100'],
    ['one and 127', `${'00'.repeat(31)}01${'00'.repeat(31)}7f`, '300602010102017f'],
    ['128 and 256', `${'00'.repeat(31)}80${'00'.repeat(30)}0100`, '30080202008002020100'],
    ['the longest', 'ff'.repeat(64), `3046022100${'ff'.repeat(32)}022100${'ff'.repeat(32)}`],
  ])('args: %s', (_, raw, der) => {
    expect(encodeHex(encodeEcdsaDer(decodeHex(raw, 'raw')))).toBe(der);
    expect(encodeHex(decode(der))).toBe(raw);
  });

  test.each([0, 32, 63, 65, 96])('error: %i bytes', (length) => {
    expect(() => encodeEcdsaDer(new Uint8Array(length))).toThrow(
      new StamperError('MALFORMED', 'signature', 'is not 64 bytes'),
    );
  });
});

describe('decodeEcdsaDer', () => {
  test('default: any r and s', () => {
    fc.assert(
      fc.property(compact, (raw) => {
        const der = encodeEcdsaDer(raw);
        expect(decodeEcdsaDer(der, 'signature')).toEqual(raw);
        expect(decodeEcdsaDer(der, 'signature', 'zero-padded')).toEqual(raw);
      }),
    );
  });

  test('behavior: has one spelling for each signature; any changed byte gives another signature or an error', () => {
    fc.assert(
      fc.property(
        compact,
        fc.nat(),
        fc.nat({ max: 255 }),
        fc.constantFrom('replace', 'insert', 'remove'),
        (raw, at, byte, how) => {
          const der = [...encodeEcdsaDer(raw)];
          der.splice(at % der.length, how === 'insert' ? 0 : 1, ...(how === 'remove' ? [] : [byte]));
          const changed = Uint8Array.from(der);
          const minimal = parse(changed, 'minimal');
          if (minimal !== 'MALFORMED') {
            expect(encodeEcdsaDer(decodeHex(minimal, 'minimal'))).toEqual(changed);
            expect(parse(changed, 'zero-padded')).toBe(minimal);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['nothing', ''],
    ['an empty sequence', '3000'],
    ['one integer', '3003020101'],
    ['three integers', '3009020101020101020101'],
    ['an empty integer', '30050200020101'],
    ['a negative r', '3006020180020101'],
    ['a negative s', '30060201010201ff'],
    ['33 bytes of r', `302602210100${'00'.repeat(31)}020101`],
    ['33 bytes of s', `3026020101022101${'00'.repeat(32)}`],
    ['a trailing byte', '300602010102010100'],
    ['an element after s', '30080201010201010500'],
    ['a set', '3106020101020101'],
    ['a boolean', '3006010101020101'],
    ['an indefinite length', '30800201010201010000'],
    ['a long form of the length', '308106020101020101'],
    ['a long form of the length of r', '300702810101020101'],
  ])('error: %s, in both forms', (_, hex) => {
    for (const integers of ['minimal', 'zero-padded'] as const) {
      expect(() => decode(hex, integers)).toThrow(expect.objectContaining({ code: 'MALFORMED', part: 'signature' }));
    }
  });

  test.each([
    ['before r', '300702020001020101', '01', '01'],
    ['before s', '300702010102020001', '01', '01'],
    ['before both, twice', '300a02030000010203000080', '01', '80'],
    ['of zero', '30080202000002020000', '00', '00'],
  ])('args: superfluous zeros %s are read in the zero-padded form only', (_, hex, r, s) => {
    expect(() => decode(hex)).toThrow('signature is not a DER signature');
    expect(encodeHex(decode(hex, 'zero-padded'))).toBe(r.padStart(64, '0') + s.padStart(64, '0'));
  });

  test('error: more than 72 bytes, in both forms', () => {
    const padded = `3047022200${'00'}${'ff'.repeat(32)}0221${'00'}${'ff'.repeat(32)}`;
    for (const integers of ['minimal', 'zero-padded'] as const) {
      expect(() => decode(padded, integers)).toThrow('signature is longer than any ECDSA signature');
    }
  });
});
