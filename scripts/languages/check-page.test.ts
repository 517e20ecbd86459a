import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type Mock } from '@mintmark/mock';
import { documentPath } from '@mintmark/openapi';
import { examples } from '@mintmark/schema';
import { stampSchemes } from '@mintmark/stamper/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { checkPage } from './check-page.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

/** A program that does the same as those of the pages, in JavaScript, which needs no further toolchain. */
const program = `import { createECDH, createPrivateKey, sign } from 'node:crypto';

const { MINTMARK_BASE_URL, MINTMARK_ORGANIZATION_ID: organizationId } = process.env;
const { MINTMARK_API_PUBLIC_KEY: publicKey, MINTMARK_API_PRIVATE_KEY: secret } = process.env;
const ecdh = createECDH('prime256v1');
ecdh.setPrivateKey(secret, 'hex');
const point = ecdh.getPublicKey();
const [d, x, y] = [Buffer.from(secret, 'hex'), point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d, x, y }, format: 'jwk' });

async function call(path, request) {
  const body = JSON.stringify(request);
  const signature = sign('sha256', Buffer.from(body), key).toString('hex');
  const stamp = JSON.stringify({ publicKey, scheme: '${stampSchemes.p256}', signature });
  const headers = { 'Content-Type': 'application/json', 'X-Stamp': Buffer.from(stamp).toString('base64url') };
  const response = await fetch(MINTMARK_BASE_URL + '/public/v1/' + path, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

console.log((await call('query/whoami', { organizationId })).username);
const user = { userName: 'Grace', userEmail: 'grace@example.com', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
await call('submit/create_users', {
  type: 'ACTIVITY_TYPE_CREATE_USERS_V4',
  timestampMs: String(Date.now()),
  organizationId,
  parameters: { users: [user] },
});
const paginationOptions = { limit: '10' };
for (;;) {
  const caip19 = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const { pageInfo } = await call('query/list_earn_vaults', { organizationId, caip19, paginationOptions });
  if (!pageInfo.hasNextPage) break;
  paginationOptions.after = pageInfo.endCursor;
}
`;

const fence = '```';
const pageOf = (code: string, output = 'Ada Lovelace\n') => `# Node

In an empty directory with a copy of \`contract.json\`:

${fence}sh
test -s contract.json
test "$(ls)" = contract.json
${fence}

\`src/main.mjs\`:

${fence}js
${code}${fence}

${fence}sh
"${process.execPath}" src/main.mjs
${fence}

${fence}text
${output}${fence}
`;

let temporary: string;
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'mintmark-check-'));
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(temporary, { recursive: true });
});
const left = () => readdirSync(temporary);

const check = async (page: string, more: { keep?: boolean; allowedWarning?: RegExp } = {}) => {
  const lines: string[] = [];
  await checkPage({
    page,
    document: { path: documentPath, name: 'contract.json' },
    target: mock.url,
    organizationId: examples.organizationId,
    signal: new AbortController().signal,
    report: (line) => lines.push(line),
    ...more,
  });
  return lines;
};

test('default: every step is reported, and nothing is left behind', async () => {
  expect((await check(pageOf(program))).map((line) => line.replace(/^ {2}\d+\.\d s$/, '  0.0 s'))).toEqual([
    '  $ test -s contract.json\n  $ test "$(ls)" = contract.json',
    '  0.0 s',
    `  $ "${process.execPath}" src/main.mjs`,
    '  0.0 s',
    '  the last command again, with a second page to list:',
    `  $ "${process.execPath}" src/main.mjs`,
    '  0.0 s',
  ]);
  expect(left()).toEqual([]);
});

test('args: keep', async () => {
  const lines = await check(pageOf(program), { keep: true });
  const [name = ''] = left();
  expect(lines.at(-1)).toBe(`  kept: ${join(temporary, name)}`);
  expect(readFileSync(join(temporary, name, 'src/main.mjs'), 'utf8')).toBe(program);
});

test('args: allowed warning', async () => {
  const warns = program.replace('const paginationOptions', "console.error('WARNING: old');\nconst paginationOptions");
  await check(pageOf(warns), { allowedWarning: /^WARNING: / });
});

test.each<[string, [from: string, to: string], string]>([
  ['a stamp of other bytes', ['Buffer.from(body), key', "Buffer.from(body + ' '), key"], 'the stamp does not match'],
  [
    'an operation too few',
    ["await call('submit/create_users'", "await String('submit/create_users'"],
    'it calls whoami, list',
  ],
  [
    'one page only',
    ['if (!pageInfo.hasNextPage) break;', 'break;'],
    'it calls whoami, create_users, list_earn_vaults, not',
  ],
  [
    'a page too many',
    ['if (!pageInfo.hasNextPage) break;', 'if (paginationOptions.after) break;'],
    'it calls whoami, create_users, list_earn_vaults, list_earn_vaults, not',
  ],
  [
    'the same page twice',
    ['paginationOptions.after =', 'paginationOptions.cursor = undefined;'],
    'with the cursor of the first',
  ],
  ['a cursor from the start', ["limit: '10'", "after: 'MS40ODIxMDc3Mw'"], 'with the cursor of the first'],
  [
    'other bytes each time',
    ["userName: 'Grace'", "userName: 'Grace' + process.pid"],
    'the same request as the same bytes',
  ],
  ['a refused request', ["limit: '10'", "limit: '1000'"], 'exit code 1'],
  [
    'other output',
    ["('query/whoami', { organizationId })).username", "('query/whoami', { organizationId })).userId"],
    'but the page shows',
  ],
  ['a warning', ['const paginationOptions', "console.error('warning: old');\nconst paginationOptions"], 'warnings:'],
])('error: %s', async (_name, [from, to], reason) => {
  expect(program).toContain(from);
  await expect(check(pageOf(program.replace(from, to)))).rejects.toThrow(reason);
  expect(left()).toEqual([]);
});
