import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { describe, expect, test } from 'vitest';
import { createPrivateFile, replacePrivateFile } from './private-file.ts';

describe('createPrivateFile', () => {
  test('default', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'file');
    await createPrivateFile(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(directory.path)).toEqual(['file']);
  });

  test('error: an existing file stays', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'file');
    await writeFile(path, 'old');
    await expect(createPrivateFile(path, 'new')).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(directory.path)).toEqual(['file']);
  });
});

describe('replacePrivateFile', () => {
  test('default: with or without an existing file that others could read', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'file');
    await replacePrivateFile(path, 'first');
    await writeFile(`${path}.old`, 'old', { mode: 0o644 });
    await replacePrivateFile(`${path}.old`, 'new');
    expect(await readFile(path, 'utf8')).toBe('first');
    expect(await readFile(`${path}.old`, 'utf8')).toBe('new');
    expect((await stat(`${path}.old`)).mode & 0o777).toBe(0o600);
    expect(await readdir(directory.path)).toEqual(['file', 'file.old']);
  });

  test('error: a file that the check refuses stays', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'file');
    await writeFile(path, 'old');
    const check = async () => {
      throw new Error('refused');
    };
    await expect(replacePrivateFile(path, 'new', { check })).rejects.toThrow('refused');
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(directory.path)).toEqual(['file']);
  });
});
