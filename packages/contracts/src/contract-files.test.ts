import { readFile } from 'node:fs/promises';
import { inFull } from '@mintmark/testing/effort';
import { expect, test } from 'vitest';
import { buildContractFiles } from './contract-files.ts';

const files = await buildContractFiles(inFull('another compilation of what was compiled before'));

test.each(Object.keys(files))('default: the sources compile to the bytes in %s', async (path) => {
  expect(await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')).toBe(files[path]);
});

test('behavior: the code has no metadata, which would depend on paths', () => {
  // "ipfs" in CBOR, as the compiler appends it.
  for (const text of Object.values(files)) expect(text).not.toContain('64697066735822');
});
