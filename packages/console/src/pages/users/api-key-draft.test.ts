import { generatePrivateKey } from '@mintmark/stamper';
import { describe, expect, test } from 'vitest';
import { apiKeysOf, emptyApiKey, makeApiKey, publicKeyProblem } from './api-key-draft.ts';

const pasted = (curve: 'p256' | 'secp256k1' | 'ed25519') => generatePrivateKey(curve).publicKey.hex;

describe('apiKeysOf', () => {
  test('default: a made key is sent by its public half', () => {
    const made = makeApiKey();
    const keys = apiKeysOf({ ...emptyApiKey('made'), name: ' Laptop ', made, isSaved: true });
    expect(keys).toEqual([{ apiKeyName: 'Laptop', publicKey: made.publicKey.hex, curveType: 'API_KEY_CURVE_P256' }]);
    expect(JSON.stringify(keys)).not.toContain(made.toApiKey().privateKey);
  });

  test('behavior: a made key is complete only when its file was saved', () => {
    expect(apiKeysOf(emptyApiKey('made'))).toBeUndefined();
    expect(apiKeysOf({ ...emptyApiKey('made'), made: makeApiKey() })).toBeUndefined();
  });

  test('args: no key', () => {
    expect(apiKeysOf(emptyApiKey('none'))).toEqual([]);
  });

  test.each([
    ['API_KEY_CURVE_P256', 'p256'],
    ['API_KEY_CURVE_SECP256K1', 'secp256k1'],
    ['API_KEY_CURVE_ED25519', 'ed25519'],
  ] as const)('args: a pasted key of %s', (curve, name) => {
    const publicKey = pasted(name);
    const draft = { ...emptyApiKey('pasted'), curve, pasted: ` ${publicKey.toUpperCase()}\n` };
    expect(apiKeysOf(draft)).toEqual([{ apiKeyName: 'API key', publicKey, curveType: curve }]);
  });

  test('args: days until it expires', () => {
    const draft = { ...emptyApiKey('pasted'), pasted: pasted('p256') };
    expect(apiKeysOf({ ...draft, days: '0.5' })).toMatchObject([{ expirationSeconds: '43200' }]);
    for (const days of ['0', '-1', 'soon', '200000'])
      expect([days, apiKeysOf({ ...draft, days })]).toEqual([days, undefined]);
  });

  test('error: a pasted key that is not a point of its curve, and a key without a name', () => {
    const draft = { ...emptyApiKey('pasted'), pasted: pasted('p256') };
    expect(apiKeysOf({ ...draft, name: ' ' })).toBeUndefined();
    expect(apiKeysOf({ ...draft, pasted: `02${'ff'.repeat(32)}` })).toBeUndefined();
    expect(apiKeysOf({ ...draft, curve: 'API_KEY_CURVE_ED25519' })).toBeUndefined();
  });
});

test('publicKeyProblem: says nothing before something is pasted', () => {
  expect(publicKeyProblem({ pasted: ' ', curve: 'API_KEY_CURVE_P256' })).toBeUndefined();
  expect(publicKeyProblem({ pasted: pasted('p256'), curve: 'API_KEY_CURVE_P256' })).toBeUndefined();
  expect(publicKeyProblem({ pasted: 'abc', curve: 'API_KEY_CURVE_P256' })).toMatch(/not a public key/);
});
