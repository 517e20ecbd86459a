import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenApiDocument } from '@mintmark/openapi';
import { document as contract } from '@mintmark/openapi';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { Refusal, root } from '../command.ts';
import { buildClientFiles } from './client-files.ts';
import { stale } from './generated-files.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  'x-activity-versions': { type: string }[];
}

interface Draft {
  paths: Record<string, { post: Operation }>;
  components: { schemas: Record<string, { description: string; properties: Record<string, object> }> };
}

const submit = '/public/v1/submit/create_users';
const signup = '/v1/signup_v2';

/** The contract, changed. */
function changed(change: (draft: Draft) => void): OpenApiDocument {
  const draft = JSON.parse(JSON.stringify(contract));
  change(draft);
  return draft;
}

const operation = (draft: Draft, path = submit) => draft.paths[path]?.post ?? expect.fail(path);
const members = (draft: Draft, schema: string) => draft.components.schemas[schema]?.properties ?? expect.fail(schema);
const generated = 'packages/client/src/generated';

/** A table of the client, one line for each of its operations. */
async function table(document: OpenApiDocument, name = 'operations'): Promise<string[]> {
  const files = await buildClientFiles(document);
  return (files[`${generated}/${name}.ts`] ?? '').split('\n').filter((line) => line.startsWith('export const'));
}

const syntaxErrors = (text: string) =>
  ts.transpileModule(text, { reportDiagnostics: true }).diagnostics?.map(({ messageText }) => messageText);

test('default: the committed files match the document', async () => {
  const files = await buildClientFiles(contract);
  expect(Object.keys(files)).toHaveLength(4);
  for (const [path, text] of Object.entries(files))
    expect(await readFile(join(root, path), 'utf8'), stale(path)).toBe(text);
});

describe('table', () => {
  test('default: each operation is in the table of its side', async () => {
    const names = Object.values(contract.paths).map(
      (item) => (item as unknown as { post: Operation }).post.operationId,
    );
    const stamped = await table(contract);
    const proxied = await table(contract, 'auth-proxy-operations');
    const listed = [...stamped, ...proxied].map((line) => line.split(' ')[2]);
    expect(listed.toSorted()).toEqual(names.toSorted());
    expect(proxied.toSorted()).toEqual([
      'export const account = {} as const;',
      'export const otpInitV2 = {} as const;',
      'export const otpLoginV2 = {} as const;',
      'export const otpVerifyV2 = {} as const;',
      'export const proxyOauth2Authenticate = {} as const;',
      'export const proxyOauthLogin = {} as const;',
      'export const signupV2 = { repeatable: true } as const;',
    ]);
  });

  test('behavior: the version suffix of the activity type', async () => {
    const lines = await table(
      changed((draft) => (operation(draft)['x-activity-versions'] = [{ type: 'ACTIVITY_TYPE_CREATE_USERS' }])),
    );
    expect(lines).toContain("export const createUsers = { version: '' } as const;");
  });

  test('behavior: a vote returns an activity of any type, and has no second method', async () => {
    const document = changed((draft) => {
      members(draft, 'CreateUsersResponseBody')['activity'] = { $ref: '#/components/schemas/Activity' };
    });
    expect(await table(document)).toContain("export const createUsers = { version: '_V4', vote: true } as const;");
    const { [`${generated}/operations.ts`]: text } = await buildClientFiles(document);
    expect(text).not.toContain('createUsersOrThrow');
  });

  test('behavior: items with an id are their own cursors where there is no pageInfo', async () => {
    const document = changed((draft) => {
      members(draft, 'ListVerifiedSuborgsResponseBody')['organizationIds'] = {
        type: 'array',
        items: { $ref: '#/components/schemas/Activity' },
      };
    });
    expect(await table(document)).toContain(
      "export const listVerifiedSuborgs = { items: 'organizationIds', cursor: 'id' } as const;",
    );
  });

  test('behavior: an ID that is named after the item is its cursor as well', async () => {
    const document = changed((draft) => {
      members(draft, 'ListVerifiedSuborgsResponseBody')['organizationIds'] = {
        type: 'array',
        items: { $ref: '#/components/schemas/WalletAccount' },
      };
    });
    expect(await table(document)).toContain(
      "export const listVerifiedSuborgs = { items: 'organizationIds', cursor: 'walletAccountId' } as const;",
    );
  });
});

describe('words', () => {
  test('behavior: the end of a comment is escaped', async () => {
    const words = 'Ends */ with { code: 1 } /* and `that`.';
    const document = changed((draft) => {
      for (const path of [submit, signup])
        Object.assign(operation(draft, path), { summary: words, description: words });
      for (const schema of Object.values(draft.components.schemas)) schema.description = words;
    });
    const files = await buildClientFiles(document);
    for (const text of Object.values(files)) expect(syntaxErrors(text)).toEqual([]);
    expect(await table(document)).toEqual(await table(contract));
  });

  test('behavior: paragraphs are kept', async () => {
    const document = changed((draft) => (operation(draft).description = 'First.\n\nSecond.'));
    const { [`${generated}/operations.ts`]: text } = await buildClientFiles(document);
    expect(text).toContain(' * Create users.\n *\n * First.\n *\n * Second.\n */\nexport const createUsers');
    expect(text).toContain('   * First.\n   *\n   * Second.\n   */\n  createUsersOrThrow:');
  });
});

describe('error', () => {
  test.each<[string, (draft: Draft) => void]>([
    [
      'listEarnVaults: a response with pages must have exactly one list',
      (draft) =>
        (members(draft, 'ListEarnVaultsResponseBody')['others'] = { type: 'array', items: { type: 'string' } }),
    ],
    [
      'listEarnVaults: a response with pages must have exactly one list',
      (draft) => delete members(draft, 'ListEarnVaultsResponseBody')['vaults'],
    ],
    [
      'listEarnVaults: without pageInfo, the items of a list must be IDs or have an ID',
      (draft) => delete members(draft, 'ListEarnVaultsResponseBody')['pageInfo'],
    ],
    [
      'listVerifiedSuborgs: without pageInfo, the items of a list must be IDs or have an ID',
      (draft) =>
        (members(draft, 'ListVerifiedSuborgsResponseBody')['organizationIds'] = {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'string' } } },
        }),
    ],
    [
      'createUsers: ACTIVITY_TYPE_CREATE_USER_V4 does not begin with its name',
      (draft) => (operation(draft)['x-activity-versions'] = [{ type: 'ACTIVITY_TYPE_CREATE_USER_V4' }]),
    ],
    [
      '/public/v1/submit/create_users is not the path that a client uses for addUsers',
      (draft) => (operation(draft).operationId = 'addUsers'),
    ],
    [
      '#/components/schemas/ListEarnVaultsResponseBody leads nowhere',
      (draft) => delete draft.components.schemas['ListEarnVaultsResponseBody'],
    ],
    ...['stamp', 'send', 'resume', 'then'].map((name): [string, (draft: Draft) => void] => [
      `${name}: every client already has a member with this name`,
      (draft) => (operation(draft).operationId = name),
    ]),
    [
      'getUsersOrThrow: the ending OrThrow is reserved for the second method of an activity',
      (draft) => (operation(draft).operationId = 'getUsersOrThrow'),
    ],
    ...[
      'delete',
      'await',
      'static',
      'eval',
      'let',
      'create-users',
      'create users',
      '2users',
      'x;y',
      '',
      'a = 0, b',
    ].map((name): [string, (draft: Draft) => void] => [
      `"${name}" is not a valid constant name`,
      (draft) => (operation(draft, signup).operationId = name),
    ]),
  ])('%s', async (message, change) => {
    await expect(buildClientFiles(changed(change))).rejects.toThrow(new Refusal(message));
  });
});
