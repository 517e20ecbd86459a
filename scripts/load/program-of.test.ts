import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../command.ts';
import { programOf, sourceOf } from './program-of.ts';
import { temporaryDirectory } from './service-process.ts';

const newer = 'packages/cli/src/bin.ts';
const older = 'packages/server/src/bin.ts';

test('default: the built program of this clone', async () => {
  expect(await programOf()).toBe(join(root, 'packages/cli/dist/bin.js'));
  expect(await programOf(root)).toBe(join(root, 'packages/cli/dist/bin.js'));
});

test.each([
  ['a clone', [newer], newer],
  ['an older clone, whose server has the program', [older], older],
  ['a clone with both', [newer, older], newer],
])('behavior: the source of %s', async (_, files, found) => {
  await using directory = await temporaryDirectory();
  for (const file of files) {
    await mkdir(dirname(join(directory.path, file)), { recursive: true });
    await writeFile(join(directory.path, file), '');
  }
  expect(sourceOf(directory.path)).toBe(join(directory.path, found));
  // It has nothing to build the program with.
  expect(await programOf(directory.path)).toBe(join(directory.path, found));
});

test('error: a directory without the program', async () => {
  await using directory = await temporaryDirectory();
  expect(sourceOf(directory.path)).toBeUndefined();
  await expect(programOf(directory.path)).rejects.toThrow(`there is no service in ${directory.path}`);
});
