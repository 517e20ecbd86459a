import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StoreError } from '../store/store-error.ts';

/** Whom PostgreSQL runs as. */
export interface ServiceUser {
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);

/** The first of them that there is; a name of our own lets an operator keep the database apart from everything else. */
const candidates = ['mintmark', 'postgres', 'nobody'];

/**
 * The user to become, when this process is root: PostgreSQL refuses to run as root. That is the owner of a cluster that
 * is already there, else the first that this machine has.
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
    `PostgreSQL does not run as root, and there is none of the users ${names.join(', ')} to run as: ` +
      'add one (useradd --system mintmark), start as another user, or set DATABASE_URL',
  );
}

async function lookUp(option: string, name: string): Promise<number | undefined> {
  const { stdout } = await run('id', [option, name]).catch(() => ({ stdout: '' }));
  return Number(stdout) || undefined;
}
