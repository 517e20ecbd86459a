import { exportJwk, exportPem, generatePrivateKey } from '@mintmark/stamper';
import { expect, test } from 'vitest';
import { KeyError, readKey } from './read-key.ts';

const key = generatePrivateKey('p256');
const apiKey = key.toApiKey();
const { publicKey, privateKey } = apiKey;
const organizationId = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8';
const authProxyConfigId = '0cf404bb-1759-480b-809b-0aceea489996';
const root = { organizationId, authProxyConfigId, apiPublicKey: publicKey, apiPrivateKey: privateKey };

test('default: root.json', () => {
  expect(readKey(JSON.stringify(root, null, 2))).toEqual({ apiKey, organizationId, authProxyConfigId });
});

test.each([
  ['a pair in JSON', JSON.stringify(apiKey)],
  ['a pair, the public key first', `${publicKey}\n${privateKey}\n`],
  ['a pair, the private key first', `${privateKey}, ${publicKey}`],
  [
    'a pair with an uncompressed public key',
    `${Buffer.from(key.publicKey.uncompressed).toString('hex')} ${privateKey}`,
  ],
  ['a private key', ` ${privateKey} `],
  ['a private key that names its curve', `${privateKey}:p256`],
  ['PEM', exportPem(key)],
  ['a JSON Web Key', JSON.stringify(exportJwk(key))],
])('args: %s', (_, text) => {
  expect(readKey(text)).toEqual({ apiKey });
});

test('behavior: an ID that is not a UUID is ignored', () => {
  expect(readKey(JSON.stringify({ ...root, organizationId: '"', authProxyConfigId: 7 }))).toEqual({ apiKey });
});

const other = generatePrivateKey('p256').toApiKey();
test.each([
  ['nothing', '  '],
  ['a public key only', publicKey],
  ['a file without its private key', JSON.stringify({ ...root, apiPrivateKey: undefined })],
  ['keys that do not belong together', `${other.publicKey} ${privateKey}`],
  ['a pair that does not belong together', JSON.stringify({ publicKey: other.publicKey, privateKey })],
  ['three words', `${publicKey} ${privateKey} ${privateKey}`],
  ['a key of another curve', exportPem(generatePrivateKey('secp256k1'))],
  ['a hex key of another curve', `${privateKey}:ed25519`],
  ['members of other types', JSON.stringify({ publicKey: 1, privateKey: [privateKey] })],
  ['another object', '{"a":1}'],
  ['JSON with a mistake', JSON.stringify(root).replace('}', '')],
  ['a text that is too long', JSON.stringify({ ...root, more: 'x'.repeat(20_000) })],
  ['an encrypted PEM', exportPem(key).replaceAll('PRIVATE', 'ENCRYPTED PRIVATE')],
])('error: %s, without quoting it', (_, text) => {
  let error: unknown;
  try {
    readKey(text);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(KeyError);
  for (const start of [0, 16, 32, 48]) expect(String(error)).not.toContain(privateKey.slice(start, start + 8));
});
