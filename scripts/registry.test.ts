import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildRegistry } from './registry.ts';

const schemaSource = path.join(import.meta.dirname, '../packages/schema/src');

let source: string;
beforeEach(async () => {
  source = await mkdtemp(path.join(tmpdir(), 'mintmark-registry-'));
  for (const directory of ['activities', 'queries', 'proxy']) await mkdir(path.join(source, directory));
});
afterEach(() => rm(source, { recursive: true }));

const touch = (file: string) => writeFile(path.join(source, file), '');

test('behavior: the committed registry is what the unit files say, byte for byte', async () => {
  expect(await readFile(path.join(schemaSource, 'generated/registry.ts'), 'utf8')).toBe(
    await buildRegistry(schemaSource),
  );
});

test('default: two lines for each unit, none for a test', async () => {
  await touch('activities/create-oauth2-credential.ts');
  await touch('activities/create-oauth2-credential.test.ts');
  const registry = await buildRegistry(source);
  expect(registry.match(/.*oauth2.*/gi)).toEqual([
    "import createOauth2Credential from '../activities/create-oauth2-credential.ts';",
    "  'activities/create-oauth2-credential.ts': createOauth2Credential,",
  ]);
});

test('error: two units with one name', async () => {
  await touch('activities/whoami.ts');
  await touch('queries/whoami.ts');
  await expect(buildRegistry(source)).rejects.toThrow('queries/whoami.ts: has the name of activities/whoami.ts');
});
