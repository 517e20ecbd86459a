import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StamperError } from '../stamper-error.ts';
import { DerReader, derTag, encodeDer } from './der.ts';
import { decodeHex, encodeHex } from './hex.ts';

const malformed = new StamperError('MALFORMED', 'key', 'is not DER with the expected structure');
const read = (hex: string) => new DerReader(decodeHex(hex, 'hex'), 'key');

describe('encodeDer', () => {
  test.each([
    [0, '0400'],
    [1, '0401'],
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [65535, '0482ffff'],
  ])('default: the length of %i bytes', (length, header) => {
    const element = encodeDer(derTag.octetString, new Uint8Array(length));
    expect(encodeHex(element.subarray(0, header.length / 2))).toBe(header);
    expect(element).toHaveLength(header.length / 2 + length);
  });

  test('error: more than two bytes of length', () => {
    expect(() => encodeDer(derTag.octetString, new Uint8Array(65535), new Uint8Array(1))).toThrow(
      new StamperError('MALFORMED', 'content', 'is too long for a key or signature'),
    );
  });

  test('behavior: reading gives back what was written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700 }), fc.uint8Array({ maxLength: 200 }), (one, other) => {
        const reader = new DerReader(encodeDer(derTag.octetString, one, other), 'key');
        expect(reader.peek()).toBe(derTag.octetString);
        expect(reader.read(derTag.octetString)).toEqual(Uint8Array.from([...one, ...other]));
        reader.end();
        expect(reader.peek()).toBe(undefined);
      }),
    );
  });
});

describe('DerReader', () => {
  test('default: a public key as OpenSSL writes it', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const der = publicKey.export({ format: 'der', type: 'spki' });
    const outer = new DerReader(der, 'key');
    const info = outer.enter(derTag.sequence);
    outer.end();
    const algorithm = info.enter(derTag.sequence);
    const names = [algorithm.read(derTag.objectIdentifier), algorithm.read(derTag.objectIdentifier)];
    algorithm.end();
    const bits = info.read(derTag.bitString);
    info.end();
    const rewritten = encodeDer(
      derTag.sequence,
      encodeDer(derTag.sequence, ...names.map((name) => encodeDer(derTag.objectIdentifier, name))),
      encodeDer(derTag.bitString, bits),
    );
    expect(createPublicKey({ key: Buffer.from(rewritten), format: 'der', type: 'spki' }).equals(publicKey)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['a tag alone', '04'],
    ['another tag', '0200'],
    ['a length without content', '0401'],
    ['content cut off', '040200'],
    ['the indefinite form', '04800000'],
    ['a long form of a short length', '04817f'.padEnd(2 * 130, '0')],
    ['a long form of nothing', '048100'],
    ['two length bytes where one is enough', `048200ff${'00'.repeat(255)}`],
    ['three length bytes', `0483010000${'00'.repeat(65536)}`],
    ['a length that is cut off', '0482'],
    ['a length that is cut in half', '048201'],
    ['four length bytes that overflow', '0484ffffffff'],
    ['the reserved length byte', '04ff'],
  ])('error: %s', (_, hex) => {
    expect(() => read(hex).read(derTag.octetString)).toThrow(malformed);
  });

  test('error: an inner element that ends outside of the outer one', () => {
    const inner = read('3003040200ff').enter(derTag.sequence);
    expect(() => inner.read(derTag.octetString)).toThrow(malformed);
  });

  test('error: trailing bytes', () => {
    const reader = read('040000');
    reader.read(derTag.octetString);
    expect(() => reader.end()).toThrow(malformed);
  });

  test('behavior: random bytes are read or refused, never beyond their end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(0, 2, 4, 0x30), (bytes, tag) => {
        const first = Uint8Array.of(tag, ...bytes);
        try {
          const content = new DerReader(first, 'key').read(tag);
          expect(encodeHex(first).startsWith(encodeHex(encodeDer(tag, content)))).toBe(true);
        } catch (error) {
          expect(error).toEqual(malformed);
        }
      }),
    );
  });
});
