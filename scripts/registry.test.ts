import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './command.ts';
import { stale } from './generated-files.ts';
import { buildRegistry } from './registry.ts';

let source: string;
beforeEach(async () => {
  source = await mkdtemp(join(tmpdir(), 'mintmark-registry-'));
  for (const directory of ['activities', 'queries', 'proxy']) await mkdir(join(source, directory));
});
afterEach(() => rm(source, { recursive: true }));

const touch = (file: string, text = 'export default 1;') => writeFile(join(source, file), text);

test('behavior: the committed registry is what the unit files say, byte for byte', async () => {
  const schema = join(root, 'packages/schema/src');
  for (const [file, text] of Object.entries(await buildRegistry(schema))) {
    expect(await readFile(join(schema, file), 'utf8'), stale(file)).toBe(text);
  }
});

test('default: one line for each unit in the order of their names, none for a test', async () => {
  await touch('activities/create-oauth2-credential.ts');
  await touch('activities/create-oauth2-credential.test.ts');
  await touch('activities/claim-swap-fees.ts');
  const { 'generated/activities.ts': text } = await buildRegistry(source);
  expect(text?.split('\n').slice(1)).toEqual([
    "export { default as claim_swap_fees } from '../activities/claim-swap-fees.ts';",
    "export { default as create_oauth2_credential } from '../activities/create-oauth2-credential.ts';",
    '',
  ]);
});

test('error: two units with one name', async () => {
  await touch('activities/whoami.ts');
  await touch('queries/whoami.ts');
  await expect(buildRegistry(source)).rejects.toThrow('queries/whoami.ts: has the name of activities/whoami.ts');
});

test.each(['get_probe.ts', 'getProbe.ts', '2fa.ts'])('error: a unit file called %s', async (file) => {
  await touch(`queries/${file}`);
  await expect(buildRegistry(source)).rejects.toThrow(`queries/${file}: a unit file has its wire name with dashes`);
});

test('error: a unit file without a default export', async () => {
  await touch('queries/get-probe.ts', '// export default 1;\nexport const getProbe = 1;');
  await expect(buildRegistry(source)).rejects.toThrow('queries/get-probe.ts: has no default export');
});
