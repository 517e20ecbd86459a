import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chapterOf, registry } from '@mintmark/schema';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../command.ts';
import { stale } from './generated-files.ts';
import { buildTable, handlers, operationFiles, stories, units } from './registry.ts';

let repository: string;
beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), 'mintmark-registry-'));
  for (const directory of ['users', 'organizations'])
    await mkdir(join(repository, units.directory, directory), { recursive: true });
});
afterEach(() => rm(repository, { recursive: true }));

const touch = (file: string, text = 'export default 1;') => writeFile(join(repository, units.directory, file), text);

test.each([units, handlers, stories])('behavior: $table matches the files, byte for byte', async (table) => {
  expect(await readFile(join(root, table.table), 'utf8'), stale(table.table)).toBe(await buildTable(root, table));
});

test('behavior: each unit is in the directory of its chapter, with its handler and its story at the same path', async () => {
  const unitFiles = await operationFiles(root, units);
  const expected = Object.values(registry).map(({ tag, name }) => `${chapterOf(tag)}/${name.replaceAll('_', '-')}.ts`);
  expect(unitFiles.toSorted()).toEqual(expected.toSorted());
  const handlerFiles = await operationFiles(root, handlers);
  expect(handlerFiles.filter((file) => !unitFiles.includes(file))).toEqual([]);
  // Votes have no handler: the activity lifecycle processes them.
  const votes = ['activities/approve-activity.ts', 'activities/reject-activity.ts'];
  expect((await operationFiles(root, stories)).toSorted()).toEqual([...handlerFiles, ...votes].toSorted());
});

test('default: one line for each operation, sorted by name, and none for tests', async () => {
  await touch('users/create-oauth2-credential.ts');
  await touch('users/create-oauth2-credential.test.ts');
  await touch('organizations/claim-swap-fees.ts');
  const text = await buildTable(repository, units);
  expect(text.split('\n').slice(1)).toEqual([
    "export { default as claim_swap_fees } from '../operations/organizations/claim-swap-fees.ts';",
    "export { default as create_oauth2_credential } from '../operations/users/create-oauth2-credential.ts';",
    '',
  ]);
});

test('behavior: the table of stories uses the method names of the client', async () => {
  await touch('users/create-oauth2-credential.ts');
  const text = await buildTable(repository, { ...stories, directory: units.directory });
  expect(text).toContain('{ default as createOauth2Credential } from ');
});

test('error: two operations with one name', async () => {
  await touch('organizations/whoami.ts');
  await touch('users/whoami.ts');
  await expect(buildTable(repository, units)).rejects.toThrow(
    /operations\/\w+\/whoami.ts: packages\/schema\/src\/operations\/\w+\/whoami.ts has the same name/,
  );
});

test.each(['get_probe.ts', 'getProbe.ts', '2fa.ts'])('error: a unit file called %s', async (file) => {
  await touch(`users/${file}`);
  await expect(buildTable(repository, units)).rejects.toThrow(
    `users/${file}: the file of an operation must be its wire name with dashes`,
  );
});

test('error: a unit file without a default export', async () => {
  await touch('users/get-probe.ts', '// export default 1;\nexport const getProbe = 1;');
  await expect(buildTable(repository, units)).rejects.toThrow('users/get-probe.ts has no default export');
});
