import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../command.ts';
import { readPending } from './changesets.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'changesets-'));
  await cp(join(root, '.changeset/config.json'), join(directory, 'config.json'));
  await cp(join(root, '.changeset/README.md'), join(directory, 'README.md'));
});
afterEach(() => rm(directory, { recursive: true }));

const write = (file: string, ...lines: string[]) => writeFile(join(directory, file), lines.join('\n'));

test('default', async () => {
  await write('a.md', '---', '"@mintmark/schema": patch', '"@mintmark/server": minor', '---', '', 'Adds.');
  await write('b.md', '---', '"@mintmark/client": patch', '---', '', 'Fixes.');
  expect(await readPending(directory)).toEqual({ bump: 'minor', files: ['a.md', 'b.md'] });
});

test('behavior: nothing pending', async () => {
  expect(await readPending(directory)).toEqual({ bump: 'none', files: [] });
});

test('behavior: packages that are not released do not count', async () => {
  await write('a.md', '---', '"@mintmark/conformance": major', '---', '', 'Asks more.');
  await write('b.md', '---', '"@mintmark/schema": none', '---', '', 'Moves a file.');
  await write('c.md', '---', '---', '', 'Nothing for a reader.');
  expect(await readPending(directory)).toEqual({ bump: 'none', files: [] });
});

test('error: no packages', async () => {
  await write('a.md', 'Adds.');
  await expect(readPending(directory)).rejects.toThrow('The changeset a.md does not begin with "---"');
});

test('error: nothing for the changelog', async () => {
  await write('a.md', '---', '"@mintmark/schema": minor', '---', '', '');
  await expect(readPending(directory)).rejects.toThrow('The changeset a.md says nothing');
});

test('error: unknown size', async () => {
  await write('a.md', '---', '"@mintmark/schema": huge', '---', '', 'Adds.');
  await expect(readPending(directory)).rejects.toThrow('The changeset a.md asks for "huge" of @mintmark/schema');
});
