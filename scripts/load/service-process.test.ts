import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../command.ts';
import { programOf, temporaryDirectory } from './service-process.ts';

const newer = 'packages/cli/src/bin.ts';
const older = 'packages/server/src/bin.ts';

test('default: the program of this clone', () => {
  expect(programOf()).toBe(join(root, newer));
  expect(programOf(root)).toBe(join(root, newer));
});

test.each([
  ['a clone', [newer], newer],
  ['an older clone, whose server has the program', [older], older],
  ['a clone with both', [newer, older], newer],
  ['a directory without the program', [], newer],
])('behavior: the program of %s', async (_, files, found) => {
  await using directory = await temporaryDirectory();
  for (const file of files) {
    await mkdir(dirname(join(directory.path, file)), { recursive: true });
    await writeFile(join(directory.path, file), '');
  }
  expect(programOf(directory.path)).toBe(join(directory.path, found));
});
