import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lchown,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openStore } from '@mintmark/server/runtime/open-store';
import { startEmbeddedPostgres } from '@mintmark/server/storage/postgres/embedded-postgres';
import { clearPostmaster, readPostmaster, signalPostmaster } from '@mintmark/server/storage/postgres/postmaster';
import { removeDirectory, runService, serviceOptions } from '@mintmark/server/storage/postgres/service-process';
import { findServiceUser, type ServiceUser } from '@mintmark/server/storage/postgres/service-user';
import { runStatement } from '@mintmark/server/test/statement';
import { copyPrepared, preparedDirectory } from '@mintmark/testing/prepared-directory';
import { runsAsRoot, stranger } from '@mintmark/testing/runs-as-root';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runMintmarkProcess } from '../test/mintmark-process.ts';

/** A file of root next to a data directory. Nothing may touch it. */
async function addVictim(directory: string) {
  const path = join(directory, 'victim');
  const content = '4194303\nuntouched\n';
  await writeFile(path, content, { mode: 0o600 });
  const state = async () => {
    const { uid, gid, mode, mtimeMs } = await stat(path);
    return { content: await readFile(path, 'utf8'), uid, gid, mode, mtimeMs };
  };
  const before = await state();
  return { path, expectUntouched: async () => expect(await state()).toEqual(before) };
}

const kinds = { 'a symbolic link': symlink, 'a hard link': link } as const;
const files = [
  'cluster/pg_hba.conf',
  'cluster/pg_ident.conf',
  'cluster/postmaster.pid',
  'lock',
  'owner.pid',
  'postgres.log',
];

describe.runIf(runsAsRoot('files that the user of PostgreSQL has planted'))('a start as root', () => {
  describe.each(Object.entries(kinds))('%s', (kind, plant) => {
    let directory: Awaited<ReturnType<typeof preparedDirectory>>;
    beforeAll(async () => {
      directory = await preparedDirectory();
    });
    afterAll(() => directory[Symbol.asyncDispose]());

    test.each(files)('error: in the place of %s', async (file) => {
      await using outside = await temporaryDirectory();
      const victim = await addVictim(outside.path);
      const path = join(directory.path, file);
      const away = join(outside.path, 'away');
      const isThere = existsSync(path);
      if (isThere) await rename(path, away);
      await plant(victim.path, path);
      const message = /(is a (symbolic|hard) link|belongs to the user 0, and not to).*: .*remove it/;
      await expect(startEmbeddedPostgres({ directory: directory.path, durable: false })).rejects.toMatchObject({
        code: 'FILE_UNSAFE',
        message: expect.stringMatching(message),
      });
      await victim.expectUntouched();
      await rm(path);
      // The operator removes the refused file, and can then start.
      if (kind === 'a symbolic link' && !file.endsWith('.conf'))
        await (await startEmbeddedPostgres({ directory: directory.path, durable: false })).stop();
      else if (isThere) await rename(away, path);
    });
  });

  test('error: a dangling link, and no file is created', async () => {
    for (const file of ['owner.pid', 'postgres.log', 'lock']) {
      await using directory = await preparedDirectory();
      await rm(join(directory.path, file), { force: true });
      await symlink(join(directory.path, 'victim'), join(directory.path, file));
      const start = startEmbeddedPostgres({ directory: directory.path, durable: false });
      await expect(start).rejects.toMatchObject({ code: 'FILE_UNSAFE' });
      expect(existsSync(join(directory.path, 'victim'))).toBe(false);
    }
  });

  test('error: a link in the place of the cluster', async () => {
    await using directory = await preparedDirectory();
    const [cluster, victim] = [join(directory.path, 'cluster'), join(directory.path, 'victim')];
    await cp(cluster, victim, { recursive: true });
    await writeFile(join(victim, 'pg_hba.conf'), 'untouched');
    await chown(join(victim, 'pg_hba.conf'), 0, 0);
    await rename(cluster, `${cluster}.away`);
    await symlink(victim, cluster);
    await expect(startEmbeddedPostgres({ directory: directory.path, durable: false })).rejects.toMatchObject({
      code: 'FILE_UNSAFE',
      message: expect.stringContaining('belongs to the user 0, and not to'),
    });
    expect(await readFile(join(victim, 'pg_hba.conf'), 'utf8')).toBe('untouched');
  });

  test('error: a link of another user in the place of the directory', async () => {
    await using directory = await preparedDirectory();
    await using outside = await temporaryDirectory();
    const path = join(outside.path, 'postgres');
    await symlink(directory.path, path);
    await lchown(path, stranger, stranger);
    const before = await readdir(directory.path);
    await expect(startEmbeddedPostgres({ directory: path, durable: false })).rejects.toMatchObject({
      code: 'FILE_UNSAFE',
      message: expect.stringContaining(`${path} belongs to the user ${stranger}`),
    });
    expect(await readdir(directory.path)).toEqual(before);
  });

  test('error: a directory that others can write to', async () => {
    await using directory = await preparedDirectory();
    await chmod(directory.path, 0o777);
    await expect(startEmbeddedPostgres({ directory: directory.path, durable: false })).rejects.toMatchObject({
      code: 'FILE_UNSAFE',
      message: `other users can write to ${directory.path} (mode 0777): run chmod go-w on it`,
    });
  });

  test('error: a data directory of another user', async () => {
    await using directory = await temporaryDirectory();
    await chown(directory.path, stranger, stranger);
    const message = `${directory.path} belongs to the user ${stranger}, and not to the user 0 of this process: start as its owner, or choose another directory`;
    await expect(openStore({ database: 'embedded', dataDirectory: directory.path })).rejects.toMatchObject({
      code: 'FILE_UNSAFE',
      message,
    });
    expect(await readdir(directory.path)).toEqual([]);
    const { code, stderr } = await runMintmarkProcess(['start'], { MINTMARK_DATA_DIR: directory.path });
    expect([code, stderr]).toEqual([1, `mintmark: ${message}\n`]);
    expect(await readdir(directory.path)).toEqual([]);
  });

  test('behavior: an interrupted set-up is removed, but not the targets of links in it', async () => {
    await using directory = await temporaryDirectory();
    const user = (await findServiceUser('')) as ServiceUser;
    const [draft, victim] = [join(directory.path, 'cluster.new-abcdef'), join(directory.path, 'victim')];
    for (const path of [victim, draft, join(draft, 'base')]) await mkdir(path);
    await writeFile(join(victim, 'file'), 'untouched');
    await writeFile(join(draft, 'base', '.hidden'), '');
    await symlink(victim, join(draft, '.link'));
    await symlink(victim, join(draft, 'link'));
    for (const path of [draft, join(draft, 'base'), join(draft, 'base', '.hidden')])
      await chown(path, user.uid, user.gid);
    await using _server = await startEmbeddedPostgres({ directory: directory.path, durable: false });
    expect((await readdir(directory.path)).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
    expect(await readFile(join(victim, 'file'), 'utf8')).toBe('untouched');
  });

  describe('the content of the lock file of PostgreSQL', () => {
    async function running(cwd: string, user: ServiceUser) {
      const child = spawn('sleep', ['600'], { ...serviceOptions(user), cwd, stdio: 'ignore' });
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child, 'spawn');
      return child;
    }

    test('behavior: a directory that it names is removed only if PostgreSQL could remove it', async () => {
      await using directory = await preparedDirectory();
      // The process must be able to start there.
      await chmod(directory.path, 0o711);
      const [cluster, victim] = [join(directory.path, 'cluster'), join(directory.path, 'victim')];
      await mkdir(victim);
      const user = (await findServiceUser(cluster)) as ServiceUser;
      const { pid } = await running(cluster, user);
      const lines = [pid, cluster, 1, 5432, victim, '', 0, 'ready', ''];
      for (const [file, content] of Object.entries({
        'postmaster.pid': lines.join('\n'),
        'postmaster.opts': 'cluster_name=mintmark',
      })) {
        await writeFile(join(cluster, file), content);
        await chown(join(cluster, file), user.uid, user.gid);
      }
      await clearPostmaster(cluster, user);
      expect(existsSync(victim)).toBe(true);
      expect(await readPostmaster(cluster)).toMatchObject({ isReady: false });
    });

    test('behavior: a process that does not run in the cluster gets no signal', async () => {
      await using directory = await preparedDirectory();
      const cluster = join(directory.path, 'cluster');
      const child = await running('/', (await findServiceUser(cluster)) as ServiceUser);
      await signalPostmaster(child.pid as number, cluster, 'SIGKILL');
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
    });
  });

  test('behavior: a directory of another user is removed with the rights of that user', async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o755);
    const user = (await findServiceUser('')) as ServiceUser;
    const [theirs, inner] = [join(directory.path, 'theirs'), join(directory.path, 'theirs', 'of-root')];
    await mkdir(inner, { recursive: true });
    await writeFile(join(inner, 'victim'), '');
    await writeFile(join(theirs, 'file'), '');
    await chown(theirs, user.uid, user.gid);
    await removeDirectory(theirs, user);
    expect(await readdir(theirs)).toEqual(['of-root']);
    expect(await readdir(inner)).toEqual(['victim']);
  });

  test('error: a link in a cluster that runs is not followed when PostgreSQL is restarted', async () => {
    await using outside = await temporaryDirectory();
    const victim = await addVictim(outside.path);
    await using directory = await preparedDirectory();
    const report = vi.fn();
    await using server = await startEmbeddedPostgres({ directory: directory.path, durable: false, report });
    const rules = join(directory.path, 'cluster', 'pg_hba.conf');
    await rm(rules);
    await symlink(victim.path, rules);
    process.kill(server.pid, 'SIGKILL');
    await expect.poll(() => report.mock.calls.flat().join()).toContain('is a symbolic link, which is not followed');
    await victim.expectUntouched();
  });

  test.runIf(process.platform === 'linux')(
    'behavior: the user of PostgreSQL can access nothing outside the cluster',
    async () => {
      await using directory = await temporaryDirectory();
      await chmod(directory.path, 0o755);
      await copyPrepared(join(directory.path, 'postgres'));
      await using server = await startEmbeddedPostgres({ directory: join(directory.path, 'postgres'), durable: false });
      const user = (await findServiceUser(join(directory.path, 'postgres', 'cluster'))) as ServiceUser;
      const cwd = `/proc/${server.pid}/cwd`;
      const asUser = async (script: string) => (await runService('/bin/sh', ['-c', script], { user })).ok;
      // Inside the cluster it can do everything: these paths do lead there.
      expect(await asUser(`touch ${cwd}/planted && rm ${cwd}/planted && mkdir ${cwd}/d && rmdir ${cwd}/d`)).toBe(true);
      for (const parent of [`${cwd}/..`, `${cwd}/../..`, join(directory.path, 'postgres'), directory.path]) {
        expect([parent, await asUser(`touch ${parent}/planted`)]).toEqual([parent, false]);
        expect([parent, await asUser(`ln -s /etc/passwd ${parent}/planted`)]).toEqual([parent, false]);
      }
      expect(await asUser(`mv ${cwd} ${cwd}.away`)).toBe(false);
      expect(await asUser(`cat ${cwd}/../postgres.log`)).toBe(false);
      expect((await readdir(join(directory.path, 'postgres'))).toSorted()).toEqual(
        ['cluster', 'lock', 'owner.pid', 'postgres.log'].toSorted(),
      );
      expect(await readdir(directory.path)).toEqual(['postgres']);
      expect(await runStatement(server.address, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
    },
  );
});

test.each(['-1', '0', '1e3', '0x10', ' 1', `${process.pid}x`])(
  'error: a lock file with the invalid process id %s',
  async (pid) => {
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, 'postmaster.pid'), `${pid}\n/\n1\n5432\n/tmp\n\n0\nready\n`);
    const found = await readPostmaster(directory.path);
    expect(found).toMatchObject({ pid: 2 ** 31 - 1, isReady: false });
    expect(basename(found?.socketDirectory ?? '')).toBe('tmp');
  },
);
