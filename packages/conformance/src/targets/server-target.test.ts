import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findServerTarget } from './server-target.ts';

const root = {
  baseUrl: 'http://127.0.0.1:8080',
  organizationId: 'organization',
  userId: 'user',
  apiPublicKey: 'public',
  apiPrivateKey: 'private',
  keys: { clientSecret: 'sealing' },
};
let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mintmark-root-'));
  file = join(folder, 'root.json');
  writeFileSync(file, JSON.stringify(root));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('default: a running server', async () => {
  await using target = await findServerTarget({ MINTMARK_ROOT_JSON: file });
  expect(target).toMatchObject({
    urls: [root.baseUrl],
    organizationId: 'organization',
    apiKey: { publicKey: 'public', privateKey: 'private' },
    clientSecretKey: 'sealing',
  });
});

test('args: MINTMARK_BASE_URL', async () => {
  const env = { MINTMARK_ROOT_JSON: file, MINTMARK_BASE_URL: 'https://mint.example.com' };
  await using target = await findServerTarget(env);
  expect(target.urls).toEqual(['https://mint.example.com']);
});

test('error: a root.json without the private key, because the operator supplied the public key', async () => {
  const { apiPrivateKey: _, ...rest } = root;
  const path = join(folder, 'brought.json');
  writeFileSync(path, JSON.stringify(rest));
  await expect(findServerTarget({ MINTMARK_ROOT_JSON: path })).rejects.toThrow(/must have .*apiPrivateKey/);
});
