import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './command.ts';
import { newUnit } from './new-unit.ts';
import { readPending } from './release/changesets.ts';

let repository: string;
beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), 'mintmark-unit-'));
  await cp(join(root, '.changeset/config.json'), join(repository, '.changeset/config.json'));
});
afterEach(() => rm(repository, { recursive: true }));

const read = (file: string) => readFile(join(repository, file), 'utf8');
const madeBy = (printed: string) => printed.split('\n').slice(0, -1);

const unit = (path: string) => `packages/schema/src/operations/${path}.ts`;
const handler = (path: string) => `packages/server/src/operations/${path}.ts`;
const handlerTest = (path: string) => `packages/server/src/operations/${path}.test.ts`;
const story = (path: string) => `packages/conformance/src/story/${path}.ts`;
const changeset = (path: string) => `.changeset/${path.split('/')[1]}.md`;
const filesOf = (path: string) => [unit(path), handler(path), handlerTest(path), story(path), changeset(path)];

test.each([
  ['activity', 'wallets', "defineActivity('create_wallet', {", "tag: 'Wallets'"],
  ['query', 'private-keys', "defineQuery('create_wallet', {", "tag: 'Private keys'"],
  ['proxy', 'sign-up', "defineProxy('create_wallet', {", "tag: 'Sign-up'"],
])('default: the unit of %s', async (kind, chapter, call, tag) => {
  const path = `${chapter}/create-wallet`;
  expect(await newUnit(repository, [kind, chapter, 'create_wallet'])).toContain(unit(path));
  expect(await read(unit(path))).toContain(call);
  expect(await read(unit(path))).toContain(tag);
  expect(await read('packages/schema/src/generated/operations.ts')).toContain(
    `create_wallet } from '../operations/${path}.ts'`,
  );
});

test.each([
  ['activity', 'implement(createWallet,', "service.submit(root, 'create_wallet',"],
  ['query', 'answer(createWallet,', "service.ask(root, 'create_wallet',"],
  ['proxy', 'answerProxy(createWallet,', "askProxy(service, 'create_wallet',"],
])('default: the handler of %s, its test and its story', async (kind, implemented, called) => {
  const path = 'wallets/create-wallet';
  expect(madeBy(await newUnit(repository, [kind, 'wallets', 'create_wallet']))).toEqual(filesOf(path));
  expect(await read(handler(path))).toContain(implemented);
  expect(await read(handlerTest(path))).toContain(called);
  expect(await read('packages/server/src/operations/generated.ts')).toContain(`create_wallet } from './${path}.ts'`);
  expect(await read('packages/conformance/src/story/generated.ts')).toContain(`createWallet } from './${path}.ts'`);
});

test.each(['activity', 'query', 'proxy'])(
  'behavior: each file of %s fails until it is filled in, and says what is missing',
  async (kind) => {
    const path = 'wallets/create-wallet';
    await newUnit(repository, [kind, 'wallets', 'create_wallet']);
    expect(await read(unit(path))).toContain("summary: ''");
    expect(await read(handler(path))).toContain("throw new Error('create_wallet: write this handler')");
    expect((await read(handlerTest(path))).match(/^test\(/gm)).toHaveLength(2);
    expect((await read(handlerTest(path))).match(/expect\.fail\(['`]create_wallet: test/g)).toHaveLength(2);
    await expect(readPending(join(repository, '.changeset'))).rejects.toThrow('create-wallet.md says nothing');
    expect(await read(story(path))).toContain("throw new Error('create_wallet: write the input of a successful call')");
  },
);

test('behavior: the imports of the files exist', async () => {
  for (const kind of ['activity', 'query', 'proxy']) {
    const made = madeBy(await newUnit(repository, [kind, 'users', `${kind}_probe`]));
    for (const file of made) {
      const imported = [...(await read(file)).matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => path);
      for (const path of imported) expect(join(root, dirname(file), path)).toSatisfy(existsSync);
    }
  }
});

test('behavior: a request to the sign-up proxy names no organization, and its story is by a visitor', async () => {
  const path = 'sign-up/signup-v3';
  await newUnit(repository, ['proxy', 'sign-up', 'signup_v3']);
  expect(await read(unit(path))).not.toContain('organizationId');
  expect(await read(story(path))).toContain('by: ({ visitor }) => visitor,');
});

test('behavior: an organization is named by its own word', async () => {
  await newUnit(repository, ['query', 'wallets', 'get_wallet']);
  expect(await read(unit('wallets/get-wallet'))).toContain("organizationId: organizationId('");
});

test('behavior: for an existing unit, only the missing files are created', async () => {
  const path = 'wallets/create-wallet';
  const words = ['activity', 'wallets', 'create_wallet'];
  await newUnit(repository, words);
  const filled = (await read(unit(path))).replace("summary: ''", "summary: 'Create a wallet'");
  await writeFile(join(repository, unit(path)), filled);
  await rm(join(repository, handler(path)));
  await rm(join(repository, story(path)));
  expect(madeBy(await newUnit(repository, words))).toEqual([handler(path), story(path)]);
  expect(await read(unit(path))).toBe(filled);
});

test.each([
  ['', 'wallets', 'create_wallet', '"" is not a kind of operation'],
  [
    'activity',
    'Wallets',
    'create_wallet',
    '"Wallets" is not a chapter. The chapters are activities, organizations, users,',
  ],
  ['activity', 'wallets', '', '"" is not a valid wire name'],
  ['activity', 'wallets', 'createWallet', '"createWallet" is not a valid wire name'],
  ['activity', 'wallets', '../wallet', '"../wallet" is not a valid wire name'],
])('error: %j %j %j', async (kind, chapter, name, message) => {
  await expect(newUnit(repository, [kind, chapter, name])).rejects.toThrow(message);
});

test.each([
  ['activity', 'users'],
  ['activity', 'wallets'],
  ['query', 'users'],
])('error: a name that another unit has: %s %s', async (kind, chapter) => {
  await newUnit(repository, ['query', 'wallets', 'create_wallet']);
  await expect(newUnit(repository, [kind, chapter, 'create_wallet'])).rejects.toThrow(
    'operations/wallets/create-wallet.ts already exists',
  );
});

test('error: all files exist', async () => {
  const words = ['query', 'wallets', 'get_wallet'];
  await newUnit(repository, words);
  await expect(newUnit(repository, words)).rejects.toThrow('wallets/get-wallet.ts\nalready exist.');
});

test.each([[[]], [['query']], [['query', 'get_probe']]])('error: the words %j', async (words) => {
  await expect(newUnit(repository, words)).rejects.toThrow(
    'Usage: npm run new-unit -- <activity|query|proxy> <chapter> <wire_name>',
  );
});
