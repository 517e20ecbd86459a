import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chapterOf, registry } from '@mintmark/schema';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './command.ts';
import { stale } from './generated-files.ts';
import { buildRegistry, operationFiles } from './registry.ts';

let source: string;
beforeEach(async () => {
  source = await mkdtemp(join(tmpdir(), 'mintmark-registry-'));
  for (const directory of ['users', 'organizations'])
    await mkdir(join(source, 'operations', directory), { recursive: true });
});
afterEach(() => rm(source, { recursive: true }));

const touch = (file: string, text = 'export default 1;') => writeFile(join(source, 'operations', file), text);

test('behavior: the committed registry is what the unit files say, byte for byte', async () => {
  const schema = join(root, 'packages/schema/src');
  for (const [file, text] of Object.entries(await buildRegistry(schema))) {
    expect(await readFile(join(schema, file), 'utf8'), stale(file)).toBe(text);
  }
});

test('behavior: each unit stands in the directory of its chapter, and each handler at the path of its unit', async () => {
  const units = await operationFiles(join(root, 'packages/schema/src'));
  const expected = Object.values(registry).map(({ tag, name }) => `${chapterOf(tag)}/${name.replaceAll('_', '-')}.ts`);
  expect(units.toSorted()).toEqual(expected.toSorted());
  const handlers = await operationFiles(join(root, 'packages/server/src'));
  expect(handlers.filter((file) => !units.includes(file))).toEqual([]);
});

test('default: one line for each operation in the order of their names, none for a test', async () => {
  await touch('users/create-oauth2-credential.ts');
  await touch('users/create-oauth2-credential.test.ts');
  await touch('organizations/claim-swap-fees.ts');
  const { 'generated/operations.ts': text } = await buildRegistry(source);
  expect(text?.split('\n').slice(1)).toEqual([
    "export { default as claim_swap_fees } from '../operations/organizations/claim-swap-fees.ts';",
    "export { default as create_oauth2_credential } from '../operations/users/create-oauth2-credential.ts';",
    '',
  ]);
});

test('error: two operations with one name', async () => {
  await touch('organizations/whoami.ts');
  await touch('users/whoami.ts');
  await expect(buildRegistry(source)).rejects.toThrow(
    /operations\/\w+\/whoami.ts: operations\/\w+\/whoami.ts has the same name/,
  );
});

test.each(['get_probe.ts', 'getProbe.ts', '2fa.ts'])('error: a unit file called %s', async (file) => {
  await touch(`users/${file}`);
  await expect(buildRegistry(source)).rejects.toThrow(
    `users/${file}: an operation's file has its wire name with dashes`,
  );
});

test('error: a unit file without a default export', async () => {
  await touch('users/get-probe.ts', '// export default 1;\nexport const getProbe = 1;');
  await expect(buildRegistry(source)).rejects.toThrow('users/get-probe.ts: has no default export');
});
