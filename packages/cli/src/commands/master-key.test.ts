import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyPrepared } from '@mintmark/testing/prepared-directory';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { describe, expect, test } from 'vitest';
import { runMintmarkProcess } from '../../test/mintmark-process.ts';
import { runMintmark } from '../../test/run-mintmark.ts';
import { StartedMintmark } from '../../test/started-mintmark.ts';

/** An operator with a new directory, in which PostgreSQL was set up. */
async function operator() {
  const directory = await temporaryDirectory();
  await copyPrepared(join(directory.path, '.mintmark', 'postgres'));
  return {
    run: (words: string) => runMintmark(words.split(' '), {}, directory.path),
    runProcess: (words: string) => runMintmarkProcess(words.split(' '), {}, { cwd: directory.path }),
    file: join(directory.path, '.mintmark', 'master.key'),
    start: () => StartedMintmark.start({}, { cwd: directory.path }),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

describe('mintmark master-key', () => {
  test('default: rotates while the service runs, and the earlier key can then be removed', async () => {
    await using me = await operator();
    {
      await using _ = await me.start();
      const before = await me.run('master-key status');
      expect(before).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^\w{16} {2}current {2}wraps 3 data keys\n$/),
      });
      const rotated = await me.run('master-key rotate');
      expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining('rewrapped 3 data keys') });
      const after = await me.run('master-key status');
      expect(after.stdout).toMatch(
        /^\w{16} {2}current {2}wraps 3 data keys\n\w{16} {2}earlier {2}wraps 0 data keys\n$/,
      );
      expect(after.stdout).toContain(before.stdout.slice(0, 16));
    }
    const lines = (await readFile(me.file, 'utf8')).trim().split('\n');
    await writeFile(me.file, lines.slice(0, 2).join('\n'));
    await using _ = await me.start();
  });

  test('behavior: a key that the operator put first becomes the new one', async () => {
    await using me = await operator();
    await (await me.start())[Symbol.asyncDispose]();
    const key = 'ab'.repeat(32);
    await writeFile(me.file, `${key}\n${await readFile(me.file, 'utf8')}`);
    expect(await me.run('master-key rotate')).toMatchObject({ code: 0 });
    expect((await readFile(me.file, 'utf8')).split('\n')[0]).toBe(key);
    expect((await me.run('master-key status')).stdout).toMatch(/current {2}wraps 3/);
  });

  test('behavior: eight concurrent rotations lose no key', async () => {
    await using me = await operator();
    {
      await using _ = await me.start();
      const rotated = await Promise.all(Array.from({ length: 8 }, () => me.runProcess('master-key rotate')));
      for (const { code, stderr } of rotated) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(await me.run('master-key status')).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(
          /^\w{16} {2}current {2}wraps 3 data keys\n(?:\w{16} {2}earlier {2}wraps 0 data keys\n){8}$/,
        ),
      });
    }
    await using _ = await me.start();
  });

  test('behavior: create makes one key, once', async () => {
    await using me = await operator();
    expect(await me.run('master-key create')).toMatchObject({ code: 0 });
    const made = await readFile(me.file, 'utf8');
    expect(await me.run('master-key create')).toMatchObject({ code: 1, stderr: expect.stringContaining('already') });
    expect(await readFile(me.file, 'utf8')).toBe(made);
  });

  test('error: the service does not start without its master key, or with a different one', async () => {
    await using me = await operator();
    await (await me.start())[Symbol.asyncDispose]();
    const kept = await readFile(me.file, 'utf8');
    await rm(me.file);
    expect(await me.run('start')).toMatchObject({ code: 1, stderr: expect.stringContaining('restore that file') });
    await me.run('master-key create');
    expect(await me.run('start')).toMatchObject({ code: 1, stderr: expect.stringContaining('which is missing') });
    expect(await me.run('master-key rotate')).toMatchObject({ code: 1 });
    expect(await me.run('master-key status')).toMatchObject({ code: 1 });
    await writeFile(me.file, kept);
    await using _ = await me.start();
  });
});
