import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makers, textOf, vectorsDirectory } from './make-vectors.ts';

test('default: there is a maker of every file, and a file of every maker', async () => {
  const files = (await readdir(vectorsDirectory)).filter((file) => file.endsWith('.json'));
  expect(files.sort()).toEqual(Object.keys(makers).sort());
});

test.each(Object.entries(makers))('behavior: %s is made again as it is', async (name, make) => {
  const committed = await readFile(new URL(name, vectorsDirectory), 'utf8');
  const remedy = 'make it anew with node test/vectors/make-vectors.ts, if the change is wanted';
  expect(textOf(await make()) === committed, `vectors/${name} is not what its maker makes: ${remedy}`).toBe(true);
});

test.each(Object.entries(makers))('behavior: %s has names that occur once, and both results', async (_, make) => {
  const { vectors } = await make();
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
  expect(new Set(vectors.map(({ result }) => result))).toEqual(new Set(['valid', 'invalid']));
});
