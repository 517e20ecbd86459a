import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StoreError } from '../store/store-error.ts';

/** The user that PostgreSQL runs as. */
export interface ServiceUser {
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);

/** The first one that exists is used; our own name lets an operator isolate the database from everything else. */
const candidates = ['mintmark', 'postgres', 'nobody'];

/**
 * The user to switch to when this process is root: PostgreSQL refuses to run as root. It is the owner of an existing
 * cluster, otherwise the first candidate that this machine has.
 */
export async function findServiceUser(cluster: string, names = candidates): Promise<ServiceUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of names) {
    const [uid, gid] = await Promise.all([lookUp('-u', name), lookUp('-g', name)]);
    if (uid && gid) return { uid, gid };
  }
  throw new StoreError(
    'USER_UNKNOWN',
    `PostgreSQL does not run as root, and none of the users ${names.join(', ')} exists: ` +
      'add one (useradd --system mintmark), start as another user, or set DATABASE_URL',
  );
}

async function lookUp(option: string, name: string): Promise<number | undefined> {
  const { stdout } = await run('id', [option, name]).catch(() => ({ stdout: '' }));
  return Number(stdout) || undefined;
}
