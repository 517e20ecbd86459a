import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newUnit } from './new-unit.ts';

let source: string;
beforeEach(async () => {
  source = await mkdtemp(join(tmpdir(), 'mintmark-unit-'));
});
afterEach(() => rm(source, { recursive: true }));

const read = (file: string) => readFile(join(source, file), 'utf8');

test.each([
  ['activity', 'wallets', "defineActivity('create_wallet', {", "tag: 'Wallets'"],
  ['query', 'private-keys', "defineQuery('create_wallet', {", "tag: 'Private keys'"],
  ['proxy', 'sign-up', "defineProxy('create_wallet', {", "tag: 'Sign-up'"],
])('default: %s', async (kind, chapter, call, tag) => {
  const file = `operations/${chapter}/create-wallet.ts`;
  expect(await newUnit(source, [kind, chapter, 'create_wallet'])).toContain(file);
  expect(await read(file)).toContain(call);
  expect(await read(file)).toContain(tag);
  expect(await read('generated/operations.ts')).toContain(`create_wallet } from '../${file}'`);
});

test.each([
  ['', 'wallets', 'create_wallet', '"" is no kind of operation'],
  [
    'activity',
    'Wallets',
    'create_wallet',
    '"Wallets" is no chapter; the chapters are activities, organizations, users,',
  ],
  ['activity', 'wallets', '', '"" is no wire name'],
  ['activity', 'wallets', 'createWallet', '"createWallet" is no wire name'],
  ['activity', 'wallets', '../wallet', '"../wallet" is no wire name'],
])('error: %j %j %j', async (kind, chapter, name, message) => {
  await expect(newUnit(source, [kind, chapter, name])).rejects.toThrow(message);
});

test('behavior: an organization is named by its own word', async () => {
  await newUnit(source, ['query', 'wallets', 'get_wallet']);
  expect(await read('operations/wallets/get-wallet.ts')).toContain("organizationId: organizationId('");
});

test('error: a name that another unit has', async () => {
  await newUnit(source, ['query', 'wallets', 'create_wallet']);
  await expect(newUnit(source, ['activity', 'users', 'create_wallet'])).rejects.toThrow(
    'operations/wallets/create-wallet.ts exists already',
  );
});

test.each([[[]], [['query']], [['query', 'get_probe']]])('error: the words %j', async (words) => {
  await expect(newUnit(source, words)).rejects.toThrow(
    'Usage: npm run new-unit -- <activity|query|proxy> <chapter> <wire_name>',
  );
});
