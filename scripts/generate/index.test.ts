import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../command.ts';
import { newUnit } from '../new-unit.ts';
import { stale } from './generated-files.ts';

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
const script = (file: string) => run(process.execPath, [join(copy, 'scripts', file)], { cwd: copy });
const generate = () => script('generate/index.ts');
const read = (file: string) => readFile(join(copy, file), 'utf8');

const readmes = ['README.md', 'packages/server/README.md'];
const documents = ['openapi.json', 'openapi.yaml', 'openapi-3.0.json'].map((name) => `packages/openapi/v1/${name}`);

test('default: what is committed is what one run writes', async () => {
  await generate();
  for (const file of [...readmes, ...documents]) {
    expect(await readFile(join(root, file), 'utf8'), stale(file)).toBe(await read(file));
  }
});

test('behavior: a new unit and a deleted one are seen by the first run', async () => {
  await newUnit(copy, ['query', 'users', 'get_probe']);
  const file = join(schemaSource(), 'operations/users/get-probe.ts');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(summary|description): ''/g, "$1: 'A probe.'"));
  await rm(join(schemaSource(), 'operations/organizations/whoami.ts'));
  await generate();
  const { paths } = JSON.parse(await read('packages/openapi/v1/openapi.json'));
  expect(paths).toHaveProperty(['/public/v1/query/get_probe']);
  expect(paths).not.toHaveProperty(['/public/v1/query/whoami']);
});

test('error: a unit that has no words yet is named, and only the registry is written', async () => {
  const files = [...readmes, ...documents];
  const before = await Promise.all(files.map(read));
  await newUnit(copy, ['activity', 'users', 'make_probe']);
  await expect(generate()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'users/make-probe.ts: has no summary\noperations/users/make-probe.ts: has no description',
    ),
  });
  expect(await Promise.all(files.map(read))).toEqual(before);
});

describe.each(['release/breaking-gate.ts', 'release/release-version.ts'])('%s', (gate) => {
  test.each([
    ['packages/openapi/v1/openapi.json', '"title": "Mintmark API"', '"title": "Mintmark"'],
    ['packages/openapi/v1/openapi.yaml', 'title: Mintmark API', 'title: Mintmark'],
    ['packages/openapi/v1/openapi-3.0.json', '"title": "Mintmark API"', '"title": "Mintmark"'],
    ['packages/schema/src/generated/operations.ts', 'whoami', 'who'],
    ['README.md', 'OpenAPI 3.1 ·', 'OpenAPI 3.0 ·'],
    ['packages/server/README.md', '`signup_v2`', '`signup`'],
  ])('error: %s is not what the units say', async (file, from, to) => {
    await writeFile(join(copy, file), (await read(file)).replace(from, to));
    await expect(script(gate)).rejects.toMatchObject({ code: 1, stderr: `${stale(file)}\n` });
  });
});
