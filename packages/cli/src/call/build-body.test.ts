import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSurroundings } from '../../test/test-surroundings.ts';
import { buildBody } from './build-body.ts';
import { readContractDocument } from './contract-document.ts';
import { findOperation, operationsOf } from './operation.ts';
import { exampleWords } from './operation-help.ts';

const document = readContractDocument();
const operations = operationsOf(document);
const organizationId = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8';
const now = new Date(1767225600000);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-body-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

function fileWith(content: unknown): string {
  const path = join(directory, 'body.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const inputs = testSurroundings();
const build = (name: string, words: readonly string[], json?: string) =>
  buildBody(document, findOperation(operations, name), { words, json, inputs, organizationId, now });

describe.each(operations)('$name', (operation) => {
  const { name, kind, example, versions } = operation;

  test('default: the fields of its example make exactly the body of its example', async () => {
    expect((await build(name, exampleWords(operation))).text).toBe(JSON.stringify(example));
  });

  test('args: its example as a file is sent byte for byte', async () => {
    const text = `${JSON.stringify(example, null, 3)}\n`;
    expect((await build(name, [], fileWith(text))).text).toBe(text);
  });

  test('args: an example without what is filled in', async () => {
    const { organizationId: _, ...members } = example;
    const written = { activity: example['parameters'], query: members, 'sign-up': example }[kind];
    expect((await build(name, [], fileWith(written))).text).toBe(JSON.stringify(example));
  });

  test('error: a field that is not known', async () => {
    await expect(build(name, [...exampleWords(operation), 'notAField=1'])).rejects.toThrow(/^notAField is not a field/);
    const file = fileWith({ ...example, notAField: 1 });
    await expect(build(name, [], file)).rejects.toThrow(/^notAField is not a field/);
  });

  test.each(versions.filter(({ parameters }) => parameters))(
    'args: $type, in a file',
    async ({ type, example: parameters = {} }) => {
      const body = JSON.stringify({ type, timestampMs: String(now.getTime()), organizationId, parameters });
      expect((await build(name, [], fileWith(body))).text).toBe(body);
    },
  );
});

describe('buildBody', () => {
  test('args: fields around the parameters of an activity', async () => {
    const { text } = await build('delete_users', ['generateAppProofs=true', 'timestampMs=5', 'parameters.userIds:=[]']);
    expect(JSON.parse(text)).toEqual({
      type: 'ACTIVITY_TYPE_DELETE_USERS',
      timestampMs: '5',
      organizationId,
      parameters: { userIds: [] },
      generateAppProofs: true,
    });
  });

  test('behavior: a parameter comes before a field around the parameters that has the same name', async () => {
    const words = ['signWith=a', 'unsignedTransaction=00', 'type=TRANSACTION_TYPE_ETHEREUM'];
    const body = JSON.parse((await build('sign_transaction', words)).text);
    expect([body.type, body.parameters.type]).toEqual([
      'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
      'TRANSACTION_TYPE_ETHEREUM',
    ]);
  });

  test('behavior: the organization of the body counts', async () => {
    const other = '57edc686-4d75-44c8-9591-a0fd76b2c95d';
    expect((await build('whoami', [`organizationId=${other}`])).organizationId).toBe(other);
    expect((await build('delete_users', [`organizationId=${other}`, 'userIds:=[]'])).organizationId).toBe(other);
  });

  test.each([
    ['a missing field', 'get_user', [], 'userId is missing'],
    ['a missing list', 'delete_users', [], 'userIds is missing; for an empty list, write userIds:=[]'],
    [
      'a wrong form, without the value',
      'get_user',
      ['userId=secret'],
      /^userId has the wrong form; an example is "[^s]*"$/,
    ],
    ['a wrong type', 'delete_users', ['userIds:="a"'], 'userIds must be a list, but is a string'],
    ['a wrong type inside', 'delete_users', ['userIds:=[1]'], 'userIds.0 must be a string, but is a number'],
    [
      'a wrong enum',
      'create_wallet',
      ['walletName=a', 'accounts:=[]', 'mnemonicLength=13'],
      'mnemonicLength must be one of 12, 15',
    ],
    [
      'a wrong type of activity',
      'delete_users',
      ['userIds:=[]', 'type=ACTIVITY_TYPE_X'],
      'type must be one of ACTIVITY_TYPE_DELETE_USERS',
    ],
    [
      'a misspelt value',
      'create_api_keys',
      ['userId=x', 'apiKeys.0.curveType=API_KEY_CURVE_P265'],
      'did you mean API_KEY_CURVE_P256?',
    ],
  ] as const)('error: %s', async (_, name, words, message) => {
    await expect(build(name, words)).rejects.toThrow(message);
  });

  test('error: several mistakes, in one message', async () => {
    await expect(build('create_users', ['users.0.userName=Ann', 'users.0.apiKeys:=[]'])).rejects.toThrow(
      'create_users:\n  users.0.authenticators is missing; for an empty list, write users.0.authenticators:=[]\n  users.0.oauthProviders',
    );
  });

  test('error: no organization', async () => {
    const input = { words: [], inputs, organizationId: undefined, now };
    await expect(buildBody(document, findOperation(operations, 'whoami'), input)).rejects.toThrow(
      'use --organization ID',
    );
  });

  test.each([
    ['not JSON', '{"a":secret}', 'is not valid JSON'],
    ['no object', '[]', 'must hold one object: the body of get_user'],
    ['a member that is there twice', '{"userId":"a","userId":"b"}', 'has the member "userId" twice'],
  ])('error: a file with %s', async (_, text, message) => {
    const error = await build('get_user', [], fileWith(text)).catch((thrown) => thrown);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('secret');
  });

  test('error: a file that is not UTF-8, or not there', async () => {
    const path = fileWith('');
    writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
    await expect(build('get_user', [], path)).rejects.toThrow('body.json is not UTF-8');
    await expect(build('get_user', [], join(directory, 'nowhere'))).rejects.toThrow('nowhere cannot be read: ENOENT');
  });

  test('error: a file and fields', async () => {
    await expect(build('get_user', ['userId=a'], fileWith({}))).rejects.toThrow('the body is given twice');
  });
});
