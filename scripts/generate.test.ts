import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './command.ts';
import { newUnit } from './new-unit.ts';

const run = promisify(execFile);
const left = new Set(['.git', '.turbo', 'dist', 'docs', 'released']);

let copy: string;
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'mintmark-generate-'));
  for (const part of ['README.md', 'packages', 'scripts']) {
    // The links between the packages are relative, so those of the copy lead to the copy.
    await cp(join(root, part), join(copy, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !left.has(basename(source)),
    });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterEach(() => rm(copy, { recursive: true }));

const schemaSource = () => join(copy, 'packages/schema/src');
const generate = () => run(process.execPath, [join(copy, 'scripts/generate.ts')], { cwd: copy });
const read = (file: string) => readFile(join(copy, file), 'utf8');

test('default: what is committed is what one run writes', async () => {
  await generate();
  for (const file of ['README.md', 'packages/openapi/v1/openapi.json', 'packages/openapi/v1/openapi.yaml']) {
    expect(await read(file)).toBe(await readFile(join(root, file), 'utf8'));
  }
});

test('behavior: a new unit and a deleted one are seen by the first run', async () => {
  await newUnit(schemaSource(), 'query', 'get_probe');
  const file = join(schemaSource(), 'queries/get-probe.ts');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(summary|description): ''/g, "$1: 'A probe.'"));
  await rm(join(schemaSource(), 'queries/whoami.ts'));
  await generate();
  const { paths } = JSON.parse(await read('packages/openapi/v1/openapi.json'));
  expect(paths).toHaveProperty(['/public/v1/query/get_probe']);
  expect(paths).not.toHaveProperty(['/public/v1/query/whoami']);
});

test('error: a unit that has no words yet is named, and nothing is written', async () => {
  const before = await read('packages/openapi/v1/openapi.json');
  await newUnit(schemaSource(), 'activity', 'make_probe');
  await expect(generate()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'activities/make-probe.ts: has no summary\nactivities/make-probe.ts: has no description',
    ),
  });
  expect(await read('packages/openapi/v1/openapi.json')).toBe(before);
});
