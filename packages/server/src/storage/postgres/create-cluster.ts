import { access, chown, lstat, mkdtemp, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { startError } from './postgres-log.ts';
import { emptyDirectory, runService, shareDirectory } from './service-process.ts';
import type { ServiceUser } from './service-user.ts';

/** The role of the service: it owns its database, and is not a superuser. */
export const role = 'mintmark';

/** Creates a cluster with our role and database, unless it exists. An interrupted set-up starts over. */
export async function createCluster(
  cluster: string,
  { initdb, postgres }: PostgresBinaries,
  user: ServiceUser | undefined,
  durable: boolean,
): Promise<void> {
  if (await exists(join(cluster, 'PG_VERSION'))) return;
  const prefix = `${cluster}.new-`;
  for (const name of await readdir(dirname(cluster))) {
    const left = join(dirname(cluster), name);
    // The set-up of a killed process may still be writing. It cannot disturb the new one, which has another name.
    if (left.startsWith(prefix)) await removeDraft(left, user).catch(() => {});
  }
  const draft = await mkdtemp(prefix);
  if (user) await chown(draft, user.uid, user.gid);
  {
    await using shared = await shareDirectory(draft, user);
    const made = await runService(
      initdb,
      [
        `--pgdata=${shared.path}`,
        '--username=postgres',
        '--auth=peer',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--data-checksums',
        '--no-instructions',
        // Everything is synchronized once, below.
        '--no-sync',
      ],
      { user, directory: shared.descriptor },
    );
    if (!made.ok) throw startError('the set-up of PostgreSQL', made.text);
    const filled = await runService(
      postgres,
      ['--single', '-D', shared.path, '-c', 'exit_on_error=on', '-c', 'fsync=off', 'postgres'],
      {
        user,
        directory: shared.descriptor,
        // A copy of the files takes less time than one through the write-ahead log.
        input: `create role ${role} login\ncreate database ${role} owner ${role} strategy file_copy\n`,
      },
    );
    if (!filled.ok) throw startError('the set-up of the database', filled.text);
    if (durable) {
      const args = [`--pgdata=${shared.path}`, '--sync-only', ...syncMethod()];
      const synchronized = await runService(initdb, args, { user, directory: shared.descriptor });
      if (!synchronized.ok) throw startError('the synchronization of the database', synchronized.text);
    }
  }
  await rename(draft, cluster);
  if (durable) await sync(dirname(cluster));
}

/**
 * One system call for the whole file system takes less time than one for each of a thousand files. From Linux 5.8 on, it also
 * reports that a file could not be written.
 */
function syncMethod(): string[] {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8)) ? ['--sync-method=syncfs'] : [];
}

/** The owner of a draft may still put links into it, so root must not remove its content. */
async function removeDraft(draft: string, user: ServiceUser | undefined): Promise<void> {
  const { uid, gid } = await lstat(draft);
  if (!user || uid === 0) return await rm(draft, { recursive: true, force: true });
  await emptyDirectory(draft, { uid, gid });
  await rmdir(draft);
}

/** Only ENOENT counts as missing: a cluster that cannot be accessed is no reason to create another one. */
async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );
}

/** After this the new name of an entry survives a power cut. */
async function sync(directory: string): Promise<void> {
  await using handle = await open(directory, 'r');
  await handle.sync();
}
