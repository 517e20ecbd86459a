import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newUnit } from './new-unit.ts';

let source: string;
beforeEach(async () => {
  source = await mkdtemp(join(tmpdir(), 'mintmark-unit-'));
  for (const directory of ['activities', 'queries', 'proxy']) await mkdir(join(source, directory));
});
afterEach(() => rm(source, { recursive: true }));

const read = (file: string) => readFile(join(source, file), 'utf8');

test.each([
  ['activity', 'activities', "defineActivity('create_wallet', {"],
  ['query', 'queries', "defineQuery('create_wallet', {"],
  ['proxy', 'proxy', "defineProxy('create_wallet', {"],
])('default: %s', async (kind, directory, call) => {
  expect(await newUnit(source, [kind, 'create_wallet'])).toContain(`${directory}/create-wallet.ts`);
  expect(await read(`${directory}/create-wallet.ts`)).toContain(call);
  expect(await read(`generated/${directory}.ts`)).toContain('create_wallet');
});

test.each([
  ['', 'create_wallet', '"" is no kind of operation'],
  ['activity', '', '"" is no wire name'],
  ['activity', 'createWallet', '"createWallet" is no wire name'],
  ['activity', '../wallet', '"../wallet" is no wire name'],
])('error: %j %j', async (kind, name, message) => {
  await expect(newUnit(source, [kind, name])).rejects.toThrow(message);
});

test('behavior: an organization is named by its own word', async () => {
  await newUnit(source, ['query', 'get_wallet']);
  expect(await read('queries/get-wallet.ts')).toContain("organizationId: organizationId('");
});

test('error: a name that another unit has', async () => {
  await newUnit(source, ['query', 'create_wallet']);
  await expect(newUnit(source, ['activity', 'create_wallet'])).rejects.toThrow(
    'queries/create-wallet.ts exists already',
  );
});

test.each([[[]], [['query']], [['query', 'get_probe', 'list_probes']]])('error: the words %j', async (words) => {
  await expect(newUnit(source, words)).rejects.toThrow('Usage: npm run new-unit -- <activity|query|proxy> <wire_name>');
});
