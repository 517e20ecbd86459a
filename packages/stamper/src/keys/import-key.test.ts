import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Curve, curves } from './curve.ts';
import { importApiKey, importPrivateKey } from './import-key.ts';
import { generatePrivateKey } from './keys-by-curve.ts';
import { exportPem } from './pem.ts';
import { exportJwk } from './private-jwk.ts';

const nodeCurve = { p256: 'P-256', secp256k1: 'secp256k1' } as const;

function generate(curve: Curve): KeyObject {
  return curve === 'ed25519'
    ? generateKeyPairSync('ed25519').privateKey
    : generateKeyPairSync('ec', { namedCurve: nodeCurve[curve] }).privateKey;
}

const secretHex = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url').toString('hex');
const pem = (key: KeyObject, type: 'pkcs8' | 'sec1') => key.export({ format: 'pem', type }).toString();
const jwk = (key: KeyObject) => key.export({ format: 'jwk' }) as Record<string, string>;
const rejection = (attempt: () => unknown) => {
  try {
    attempt();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe.each(curves)('%s', (curve) => {
  test('default: every form of a key that OpenSSL made gives the same key', () => {
    const key = generate(curve);
    const expected = secretHex(key);
    const forms = [
      pem(key, 'pkcs8'),
      jwk(key),
      JSON.stringify(jwk(key)),
      `${expected}:${curve}`,
      ` ${pem(key, 'pkcs8')}`,
    ];
    if (curve !== 'ed25519') forms.push(pem(key, 'sec1'));
    for (const form of forms) expect(importPrivateKey(form).toApiKey().privateKey).toBe(expected);
    expect(importPrivateKey(expected, curve).toApiKey().privateKey).toBe(expected);
  });

  test('default: OpenSSL reads what is exported, and writes the same', () => {
    const key = generatePrivateKey(curve);
    const read = createPrivateKey(exportPem(key));
    expect(pem(read, 'pkcs8')).toBe(exportPem(key));
    expect(jwk(read)).toEqual(exportJwk(key));
    expect(jwk(createPrivateKey({ key: exportJwk(key), format: 'jwk' }))).toEqual(exportJwk(key));
  });

  test('behavior: neither printing nor JSON shows the secret', async () => {
    const key = generatePrivateKey(curve);
    const { inspect } = await import('node:util');
    const { privateKey } = key.toApiKey();
    const shown = inspect(key, { depth: 9, showHidden: true }) + JSON.stringify(key) + String(key);
    expect(shown).not.toContain(privateKey);
    expect(shown).not.toContain(inspect(key.bytes()).slice(20, 60));
  });

  test('error: a public key that belongs to another private key', () => {
    const [one, other] = [generatePrivateKey(curve), generatePrivateKey(curve)];
    const { publicKey } = other.toApiKey();
    expect(rejection(() => importApiKey({ ...one.toApiKey(), publicKey }, curve))).toMatchObject({
      code: 'KEY_MISMATCH',
    });
    const { x, ...rest } = exportJwk(one) as Record<string, string>;
    expect(rejection(() => importPrivateKey({ ...exportJwk(other), d: rest['d'] }))).toMatchObject({
      code: 'KEY_MISMATCH',
    });
    expect(rejection(() => importPrivateKey(rest))).toMatchObject({ code: 'MALFORMED', part: 'privateKey.x' });
  });

  test('error: another curve than the one asked for', () => {
    const key = generatePrivateKey(curve);
    for (const other of curves.filter((one) => one !== curve)) {
      expect(rejection(() => importPrivateKey(exportPem(key), other))).toMatchObject({ code: 'CURVE_MISMATCH' });
      expect(rejection(() => importPrivateKey(exportJwk(key), other))).toMatchObject({ code: 'CURVE_MISMATCH' });
    }
  });
});

test('behavior: an ed25519 key may carry its public key after the seed', () => {
  const key = generatePrivateKey('ed25519');
  const { publicKey, privateKey } = key.toApiKey();
  expect(importPrivateKey(privateKey + publicKey, 'ed25519').publicKey.hex).toBe(publicKey);
  const other = generatePrivateKey('ed25519').publicKey.hex;
  expect(rejection(() => importPrivateKey(privateKey + other, 'ed25519'))).toMatchObject({ code: 'KEY_MISMATCH' });
  expect(rejection(() => importPrivateKey(privateKey + publicKey, 'p256'))).toMatchObject({ code: 'MALFORMED' });
});

test('behavior: accepts the parameters that openssl ecparam writes before a key', () => {
  const key = generate('p256');
  const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';
  expect(importPrivateKey(parameters + pem(key, 'sec1')).toApiKey().privateKey).toBe(secretHex(key));
});

test('error: hex alone does not name its curve, and no curve is guessed', () => {
  const { privateKey } = generatePrivateKey('p256').toApiKey();
  expect(rejection(() => importPrivateKey(privateKey))).toMatchObject({ code: 'CURVE_UNKNOWN' });
});

const orders = {
  p256: 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
  secp256k1: 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
};

test.each(['p256', 'secp256k1'] as const)('error: a scalar outside the range of %s', (curve) => {
  for (const scalar of ['00'.repeat(32), orders[curve], 'ff'.repeat(32)]) {
    expect(rejection(() => importPrivateKey(scalar, curve))).toMatchObject({ code: 'INVALID_KEY' });
  }
  const largest = (BigInt(`0x${orders[curve]}`) - 1n).toString(16);
  expect(importPrivateKey(largest, curve).curve).toBe(curve);
});

const encrypted = generateKeyPairSync('ed25519').privateKey.export({
  format: 'pem',
  type: 'pkcs8',
  cipher: 'aes-256-cbc',
  passphrase: 'x',
});
const encryptedSec1 = generate('p256').export({ format: 'pem', type: 'sec1', cipher: 'aes-256-cbc', passphrase: 'x' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
const sound = pem(generate('p256'), 'pkcs8');

test.each([
  ['nothing', '', 'MALFORMED'],
  ['null', null as unknown as string, 'MALFORMED'],
  ['undefined, as from an unset variable', undefined as unknown as string, 'MALFORMED'],
  ['a 0x prefix', `0x${'11'.repeat(32)}`, 'MALFORMED'],
  ['31 bytes', `${'11'.repeat(31)}:p256`, 'MALFORMED'],
  ['33 bytes', `${'11'.repeat(33)}:p256`, 'MALFORMED'],
  ['an unknown suffix', `${'11'.repeat(32)}:p384`, 'MALFORMED'],
  ['two suffixes', `${'11'.repeat(32)}:p256:p256`, 'MALFORMED'],
  ['an odd digit', `${'11'.repeat(31)}1:p256`, 'MALFORMED'],
  ['an encrypted PEM', encrypted, 'MALFORMED'],
  ['an encrypted PEM of the older form', encryptedSec1, 'MALFORMED'],
  ['a PEM of RSA', pem(rsa, 'pkcs8'), 'CURVE_UNKNOWN'],
  ['a PEM of P-384', pem(p384, 'pkcs8'), 'CURVE_UNKNOWN'],
  ['two keys in one PEM', sound + sound, 'MALFORMED'],
  ['a PEM without an end', sound.replace(/-----END.*/s, ''), 'MALFORMED'],
  ['a PEM of a public key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'MALFORMED'],
  ['a PEM with bytes after the key', sound.replace(/=*\n-----END/, 'AAAA\n-----END'), 'MALFORMED'],
  ['a JSON Web Key of P-384', JSON.stringify(p384.export({ format: 'jwk' })), 'CURVE_UNKNOWN'],
  ['a JSON Web Key without d', { kty: 'OKP', crv: 'Ed25519', x: 'AA' }, 'MALFORMED'],
  ['broken JSON', '{"kty":', 'MALFORMED'],
  ['more text than any key has', 'a'.repeat(10_000), 'MALFORMED'],
])('error: %s', (_, source, code) => {
  expect(rejection(() => importPrivateKey(source))).toMatchObject({ name: 'StamperError', code });
});

test('error: an encrypted key says what to do', () => {
  for (const text of [encrypted, encryptedSec1])
    expect(String(rejection(() => importPrivateKey(text)))).toContain('decrypt it');
});

test('error: no message quotes the key', () => {
  const { privateKey } = generatePrivateKey('p256').toApiKey();
  const attempts = [
    `${privateKey}zz`,
    `${privateKey}:p384`,
    `{"d":"${privateKey}"`,
    `-----BEGIN PRIVATE KEY-----${privateKey}`,
  ];
  for (const attempt of attempts) {
    expect(String(rejection(() => importPrivateKey(attempt)))).not.toContain(privateKey.slice(0, 16));
  }
});

test.each([
  '{"kty":{"toString":null,"valueOf":null},"crv":"P-256"}',
  '{"kty":"EC","crv":{"toString":1}}',
  '{"kty":["EC"],"crv":["P-256"]}',
  7,
])('error: a JSON Web Key whose members are not text: %j', (source) => {
  expect(() => importPrivateKey(source as string)).toThrow(expect.objectContaining({ code: 'CURVE_UNKNOWN' }));
});
