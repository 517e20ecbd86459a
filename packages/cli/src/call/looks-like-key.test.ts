import { generateKeyPairSync } from 'node:crypto';
import { generatePrivateKey } from '@mintmark/stamper';
import { expect, test } from 'vitest';
import { type ContractDocument, readContractDocument } from './contract-document.ts';
import { looksLikeKey } from './looks-like-key.ts';

const { publicKey, privateKey } = generatePrivateKey('p256').toApiKey();
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const pkcs8 = pair.export({ format: 'der', type: 'pkcs8' });

test.each([
  ['hex', privateKey],
  ['hex in capitals', privateKey.toUpperCase()],
  ['hex with 0x', `0x${privateKey}`],
  ['hex with spaces around it', ` ${privateKey}\n`],
  ['both halves', `${publicKey}:${privateKey}`],
  ['base64url', Buffer.from(privateKey, 'hex').toString('base64url')],
  ['base64', pkcs8.toString('base64')],
  ['PEM', pair.export({ format: 'pem', type: 'pkcs8' }).toString()],
  ['a JWK', JSON.stringify(pair.export({ format: 'jwk' }))],
  ['a key file', JSON.stringify({ apiPrivateKey: privateKey }, null, 2)],
  ['a JSON string', JSON.stringify(privateKey)],
])('behavior: %s', (_, word) => {
  expect(looksLikeKey(word)).toBe(true);
});

test.each([
  'root.json',
  '.mintmark/root.json',
  '/home/somebody/with/a/long/path/to/keys/of/other/users/ann',
  '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8',
  '',
])('behavior: %j is not a key', (word) => {
  expect(looksLikeKey(word)).toBe(false);
});

test('behavior: no field of the document looks like a key', () => {
  const names = new Set<string>();
  JSON.stringify(readContractDocument(), (_, value: Partial<ContractDocument['components']['schemas'][string]>) => {
    for (const name of Object.keys(value?.properties ?? {})) names.add(name);
    return value;
  });
  expect(names.size).toBeGreaterThan(300);
  expect([...names].filter(looksLikeKey)).toEqual([]);
});
