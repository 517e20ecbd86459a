import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceUser } from './service-user.ts';

/** The shortest limit of a socket's path, that of macOS. Linux has 107 bytes. */
const limit = 103;

/** Makes a temporary directory for one user, with a name that is short enough for a socket in it. */
export async function makeSocketDirectory(user: ServiceUser | undefined, base = tmpdir()): Promise<string> {
  const isTooLong = Buffer.byteLength(join(base, 'mintmark-XXXXXX', socketName)) > limit;
  // The temporary directory of root may be closed to the user.
  const directory = await mkdtemp(join(user || isTooLong ? '/tmp' : base, 'mintmark-'));
  if (user) await chown(directory, user.uid, user.gid);
  return directory;
}

/** PostgreSQL names its socket after the port, also when it listens on none. */
export const socketName = '.s.PGSQL.5432';
