import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { derTag, encodeDer } from '../encoding/der.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { importPrivateKey } from './import-key.ts';
import { generatePrivateKey } from './keys-by-curve.ts';
import type { PrivateKey } from './private-key.ts';

const key = generatePrivateKey('p256');
const other = generatePrivateKey('p256');
const seed = generatePrivateKey('ed25519');
const der = (tag: number, ...contents: Uint8Array[]) => encodeDer(tag, ...contents);
const number = (value: number) => der(derTag.integer, Uint8Array.of(value));
const oid = (hex: string) => der(derTag.objectIdentifier, decodeHex(hex, 'oid'));
const p256Oid = oid('2a8648ce3d030107');
const secp256k1Oid = oid('2b8104000a');
const ecAlgorithm = der(derTag.sequence, oid('2a8648ce3d0201'), p256Oid);
const edAlgorithm = der(derTag.sequence, oid('2b6570'));
const point = (of: PrivateKey, unused = 0) =>
  der(derTag.context1, der(derTag.bitString, Uint8Array.of(unused), of.publicKey.uncompressed));
const sec1 = (...rest: Uint8Array[]) => der(derTag.sequence, number(1), der(derTag.octetString, key.bytes()), ...rest);
const pkcs8 = (content: Uint8Array, algorithm = ecAlgorithm, ...rest: Uint8Array[]) =>
  der(derTag.sequence, number(0), algorithm, der(derTag.octetString, content), ...rest);
const pem = (label: string, bytes: Uint8Array) =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64')}\n-----END ${label}-----\n`;
const outerKey = (of: PrivateKey) => der(derTag.primitiveContext1, Uint8Array.of(0), of.publicKey.uncompressed);

describe('forms that tools write', () => {
  test.each([
    ['SEC 1 with its curve', pem('EC PRIVATE KEY', sec1(der(derTag.context0, p256Oid)))],
    ['SEC 1 with curve and public key', pem('EC PRIVATE KEY', sec1(der(derTag.context0, p256Oid), point(key)))],
    ['PKCS#8 without public key', pem('PRIVATE KEY', pkcs8(sec1()))],
    ['PKCS#8 that says its curve twice', pem('PRIVATE KEY', pkcs8(sec1(der(derTag.context0, p256Oid))))],
    ['PKCS#8 with attributes', pem('PRIVATE KEY', pkcs8(sec1(), ecAlgorithm, der(derTag.context0)))],
    ['PKCS#8 with the public key outside', pem('PRIVATE KEY', pkcs8(sec1(), ecAlgorithm, outerKey(key)))],
  ])('default: %s', (_, text) => {
    expect(importPrivateKey(text).publicKey.hex).toBe(key.publicKey.hex);
  });

  test('default: SEC 1 without its curve, if the curve is passed', () => {
    const text = pem('EC PRIVATE KEY', sec1());
    expect(importPrivateKey(text, 'p256').publicKey.hex).toBe(key.publicKey.hex);
    expect(() => importPrivateKey(text)).toThrow(expect.objectContaining({ code: 'CURVE_UNKNOWN' }));
  });

  test('default: an ed25519 key with its public key', () => {
    const content = der(derTag.octetString, seed.bytes());
    const text = pem('PRIVATE KEY', pkcs8(content, edAlgorithm, outerKey(seed)));
    expect(importPrivateKey(text).publicKey.hex).toBe(seed.publicKey.hex);
  });
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'der', type: 'pkcs8' });

describe('refused structures', () => {
  const { sequence, octetString, integer, context0, context1, bitString } = derTag;
  test.each<[string, Uint8Array, string]>([
    ['the public key of another key', pkcs8(sec1(point(other))), 'KEY_MISMATCH'],
    ['the public key of another key outside', pkcs8(sec1(), ecAlgorithm, outerKey(other)), 'KEY_MISMATCH'],
    [
      'the public key of another key after the right one',
      pkcs8(sec1(point(key)), ecAlgorithm, outerKey(other)),
      'KEY_MISMATCH',
    ],
    [
      'the right public key after that of another key',
      pkcs8(sec1(point(other)), ecAlgorithm, outerKey(key)),
      'KEY_MISMATCH',
    ],
    ['two curves', pkcs8(sec1(der(context0, secp256k1Oid))), 'CURVE_MISMATCH'],
    ['RSA', rsa, 'CURVE_UNKNOWN'],
    ['another outer version', der(sequence, number(2), ecAlgorithm, der(octetString, sec1())), 'VERSION_UNSUPPORTED'],
    ['another inner version', pkcs8(der(sequence, number(2), der(octetString, key.bytes()))), 'VERSION_UNSUPPORTED'],
    ['a public key of broken bytes', pkcs8(sec1(point(key, 1))), 'MALFORMED'],
    [
      'more after the public key',
      pkcs8(sec1(der(context1, der(bitString, Uint8Array.of(0), key.publicKey.uncompressed), number(0)))),
      'MALFORMED',
    ],
    ['more after the curve', pkcs8(sec1(der(context0, p256Oid, number(0)))), 'MALFORMED'],
    ['more after the algorithm', pkcs8(sec1(), der(sequence, oid('2a8648ce3d0201'), p256Oid, number(0))), 'MALFORMED'],
    ['more after the key', pkcs8(Buffer.concat([sec1(), number(0)])), 'MALFORMED'],
    ['more after everything', pkcs8(sec1(), ecAlgorithm, number(0)), 'MALFORMED'],
    ['a second structure', Buffer.concat([pkcs8(sec1()), pkcs8(sec1())]), 'MALFORMED'],
    ['a key of 31 bytes', pkcs8(der(sequence, number(1), der(octetString, key.bytes().subarray(1)))), 'MALFORMED'],
    ['a seed that is not wrapped', pkcs8(seed.bytes(), edAlgorithm), 'MALFORMED'],
    [
      'parameters of ed25519',
      pkcs8(der(octetString, seed.bytes()), der(sequence, oid('2b6570'), Uint8Array.of(5, 0))),
      'MALFORMED',
    ],
    ['no version', der(sequence, ecAlgorithm, der(octetString, sec1())), 'MALFORMED'],
    [
      'a long version',
      der(sequence, der(integer, Uint8Array.of(0, 0)), ecAlgorithm, der(octetString, sec1())),
      'VERSION_UNSUPPORTED',
    ],
  ])('error: %s', (_, bytes, code) => {
    expect(() => importPrivateKey(pem('PRIVATE KEY', bytes))).toThrow(
      expect.objectContaining({ name: 'StamperError', code }),
    );
  });
});

test('behavior: OpenSSL accepts the forms that are accepted here', () => {
  const text = pem('PRIVATE KEY', pkcs8(sec1(der(derTag.context0, p256Oid), point(key))));
  const { d } = createPrivateKey(text).export({ format: 'jwk' });
  expect(Buffer.from(d ?? '', 'base64url').toString('hex')).toBe(encodeHex(key.bytes()));
});
