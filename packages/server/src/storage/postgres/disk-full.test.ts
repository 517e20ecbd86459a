import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notRun } from '@mintmark/testing/not-run';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../store/database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

interface SmallDisk extends AsyncDisposable {
  readonly path: string;
}

/** Mounts a new disk of this size. */
async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  const directory = await temporaryDirectory();
  const path = join(directory.path, 'disk');
  await mkdir(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'mintmark-test', path], {
      stdio: 'pipe',
    });
  } catch (error) {
    await directory[Symbol.asyncDispose]();
    throw error;
  }
  return {
    path,
    async [Symbol.asyncDispose]() {
      execFileSync('umount', [path]);
      await directory[Symbol.asyncDispose]();
    },
  };
}

const canMount = await mountSmallDisk(1).then(
  async (disk) => {
    await disk[Symbol.asyncDispose]();
    return true;
  },
  // Also in CI, where containers may not mount either.
  () => notRun('a full disk', 'the right to mount one', 'run the tests as root on Linux', {}),
);

describe.skipIf(!canMount)('a full disk', () => {
  test('error: DISK_FULL at the first start', async () => {
    await using disk = await mountSmallDisk(16);
    await expect(startEmbeddedPostgres({ directory: disk.path, durable: true })).rejects.toMatchObject({
      code: 'DISK_FULL',
      message: expect.stringContaining('free some space'),
    });
  });

  test('behavior: writes fail, and succeed again without a restart of the service when there is space', async () => {
    await using disk = await mountSmallDisk(120);
    const report = vi.fn();
    await using server = await startEmbeddedPostgres({ directory: disk.path, durable: true, report });
    const database = openDatabase({ address: server.address, timeoutMs: 60_000 });
    await database.transaction((sql) => sql`create table entry (number integer primary key, content text)`);
    // Random, since PostgreSQL would compress anything else.
    const add = (number: number) =>
      database.transaction((sql) => sql`insert into entry values (${number}, ${randomBytes(50_000).toString('hex')})`);
    const { bsize, bavail } = await statfs(disk.path);
    const ballast = join(disk.path, 'ballast');
    await writeFile(ballast, Buffer.alloc(Math.max(0, bsize * bavail - 2 * 1024 * 1024)));
    const acknowledged: number[] = [];
    const codes: string[] = [];
    for (let number = 0; codes.length === 0 && number < 1_000; number++) {
      await add(number).then(
        () => acknowledged.push(number),
        (error: { code: string }) => codes.push(error.code),
      );
    }
    expect(['DISK_FULL', 'UNAVAILABLE', 'OUTCOME_UNKNOWN']).toContain(codes[0]);
    await rm(ballast);
    await expect
      .poll(() =>
        add(-1).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const rows = await database.query((sql) => sql<{ number: number }[]>`select number from entry order by number`);
    const stored = rows.map(({ number }) => number);
    expect(acknowledged.filter((number) => !stored.includes(number))).toEqual([]);
    await database.close();
  });
});
