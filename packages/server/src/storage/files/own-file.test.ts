import { execFileSync } from 'node:child_process';
import { chmod, chown, lchown, link, mkdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runsAsRoot, stranger } from '@mintmark/testing/runs-as-root';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { describe, expect, test } from 'vitest';
import {
  makeOwnDirectory,
  openOwnDirectory,
  openOwnFile,
  readOperatorFile,
  readOwnFile,
  requireOwnDirectory,
  requireOwnFile,
  updateOwnFile,
} from './own-file.ts';

const isRoot = runsAsRoot('files and directories of other users');

async function fileWith(content: string) {
  const directory = await temporaryDirectory();
  const path = join(directory.path, 'file');
  await writeFile(path, content, { mode: 0o600 });
  return { path, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}

describe('updateOwnFile', () => {
  test.each([
    ['longer', 'much longer'],
    ['shorter', 'x'],
    ['empty', ''],
  ])('default: %s', async (_, content) => {
    await using file = await fileWith('before');
    await updateOwnFile(file.path, (before) => `${before === 'before' ? content : 'wrong'}`);
    expect(await readOwnFile(file.path)).toBe(content);
  });

  test('args: create', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'file');
    await expect(updateOwnFile(path, () => 'new')).rejects.toMatchObject({ code: 'ENOENT' });
    await updateOwnFile(path, () => 'new', { create: true });
    expect(await readOwnFile(path)).toBe('new');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('error: a symbolic link', async () => {
    await using file = await fileWith('victim');
    await symlink('file', `${file.path}.link`);
    const changing = updateOwnFile(`${file.path}.link`, () => 'changed', { create: true });
    await expect(changing).rejects.toThrow('is a symbolic link, which is not followed');
    expect(await readFile(file.path, 'utf8')).toBe('victim');
  });

  test('error: a dangling link, and no file is created', async () => {
    await using directory = await temporaryDirectory();
    await symlink('victim', join(directory.path, 'link'));
    const changing = updateOwnFile(join(directory.path, 'link'), () => 'new', { create: true });
    await expect(changing).rejects.toThrow('is a symbolic link');
    await expect(stat(join(directory.path, 'victim'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('error: a hard link, which can still be read', async () => {
    await using file = await fileWith('victim');
    await link(file.path, `${file.path}.link`);
    await expect(updateOwnFile(`${file.path}.link`, () => 'changed')).rejects.toThrow('is a hard link');
    expect(await readOwnFile(`${file.path}.link`)).toBe('victim');
  });

  test.runIf(isRoot)('error: a file that another user owns', async () => {
    await using file = await fileWith('victim');
    await expect(updateOwnFile(file.path, () => 'changed', { owner: stranger })).rejects.toThrow(
      `belongs to the user 0, and not to the user ${stranger}`,
    );
    await chown(file.path, stranger, stranger);
    await expect(updateOwnFile(file.path, () => 'changed')).rejects.toThrow(`belongs to the user ${stranger}`);
    expect(await readFile(file.path, 'utf8')).toBe('victim');
    await updateOwnFile(file.path, () => 'changed', { owner: stranger });
    expect(await readOwnFile(file.path, { owner: 'any' })).toBe('changed');
  });
});

describe('readOwnFile', () => {
  test('error: a file that is too large', async () => {
    await using file = await fileWith('');
    await truncate(file.path, 2 ** 40);
    await expect(readOwnFile(file.path)).rejects.toThrow('is larger than 1048576 bytes: remove it');
  });
});

describe('openOwnFile', () => {
  test.each(['read', 'write', 'append'] as const)('error: a pipe, without blocking, to %s', async (access) => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'pipe');
    execFileSync('mkfifo', [path]);
    await expect(openOwnFile(path, { access })).rejects.toThrow('is not a regular file');
  });

  test.each(['read', 'append'] as const)('error: a directory, to %s', async (access) => {
    await using directory = await temporaryDirectory();
    await expect(openOwnFile(directory.path, { access })).rejects.toThrow('is not a regular file');
  });
});

describe('requireOwnFile', () => {
  test('default: a file, or no file', async () => {
    await using file = await fileWith('');
    await requireOwnFile(file.path);
    await requireOwnFile(`${file.path}.none`);
  });

  test('error: links', async () => {
    await using file = await fileWith('');
    await symlink('none', `${file.path}.symbolic`);
    await link(file.path, `${file.path}.hard`);
    await expect(requireOwnFile(`${file.path}.symbolic`)).rejects.toThrow('is a symbolic link');
    await expect(requireOwnFile(`${file.path}.hard`)).rejects.toThrow('is a hard link');
  });
});

describe('requireOwnDirectory', () => {
  test('default: a directory, or a link to one', async () => {
    await using directory = await temporaryDirectory();
    await makeOwnDirectory(join(directory.path, 'new', 'inner'), 0o700);
    await symlink('new', join(directory.path, 'link'));
    await requireOwnDirectory(join(directory.path, 'link'));
  });

  test.runIf(isRoot)('error: a directory or a link of another user', async () => {
    await using directory = await temporaryDirectory();
    const [theirs, link] = [join(directory.path, 'theirs'), join(directory.path, 'link')];
    await mkdir(theirs);
    await chown(theirs, stranger, stranger);
    const message = `${theirs} belongs to the user ${stranger}, and not to the user 0 of this process: start as its owner`;
    await expect(makeOwnDirectory(theirs, 0o700)).rejects.toThrow(message);
    await symlink(directory.path, link);
    await lchown(link, stranger, stranger);
    await expect(makeOwnDirectory(link, 0o700)).rejects.toThrow(`${link} belongs to the user ${stranger}`);
    await (await openOwnDirectory(theirs, stranger)).close();
    await expect(openOwnDirectory(directory.path, stranger)).rejects.toThrow('belongs to the user 0');
  });

  test.each([
    [0o777, true],
    [0o1777, false],
    [0o755, false],
  ])('args: mode %o', async (mode, isRefused) => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, mode);
    const checked = requireOwnDirectory(directory.path, { isStrict: true });
    if (isRefused) await expect(checked).rejects.toThrow('(mode 0777): run chmod go-w on it');
    else await checked;
  });
});

describe('readOperatorFile', () => {
  /** A link to a file in another directory. */
  async function linkToFile() {
    const directory = await temporaryDirectory();
    const [links, files] = [join(directory.path, 'links'), join(directory.path, 'files')];
    await Promise.all([mkdir(links), mkdir(files)]);
    await writeFile(join(files, 'file'), 'content', { mode: 0o600 });
    await symlink('../files/file', join(links, 'link'));
    return { links, files, path: join(links, 'link'), [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
  }

  test('default: a link to a file', async () => {
    await using mounted = await linkToFile();
    expect(String(await readOperatorFile(mounted.path))).toBe('content');
  });

  test.each(['links', 'files'] as const)('error: others can write to the directory of the %s', async (name) => {
    await using mounted = await linkToFile();
    await chmod(mounted[name], 0o777);
    await expect(readOperatorFile(mounted.path)).rejects.toThrow(
      `other users can write to ${mounted[name]} (mode 0777)`,
    );
  });
});
