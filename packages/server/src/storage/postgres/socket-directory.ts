import { constants } from 'node:fs';
import { chmod, mkdtemp, open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { socketName } from '../store/database-address.ts';
import type { ServiceUser } from './service-user.ts';

/** The shortest limit for the path of a socket, that of macOS. Linux allows 107 bytes. */
const limit = 103;

/** Creates a temporary directory for one user, with a path that is short enough for a socket in it. */
export async function makeSocketDirectory(user: ServiceUser | undefined, base?: string): Promise<string> {
  const directory = await makeTemporaryDirectory(user, base);
  await handOver(directory, user);
  return directory;
}

/** The same, but this process still owns it and can fill it. */
export async function makeTemporaryDirectory(user: ServiceUser | undefined, base = tmpdir()): Promise<string> {
  const isTooLong = Buffer.byteLength(join(base, 'mintmark-XXXXXX', socketName)) > limit;
  // The user may have no access to the temporary directory of root.
  const isUsable = !isTooLong && (!user || (await isOpenToAll(base)));
  const directory = await mkdtemp(join(isUsable ? base : '/tmp', 'mintmark-'));
  // Only on Linux can a descriptor bypass the permissions.
  if (user && process.platform !== 'linux') await chmod(directory, 0o711);
  return directory;
}

/** Whether a directory exists, and every user may enter it and those above it. */
async function isOpenToAll(directory: string): Promise<boolean> {
  const path = resolve(directory);
  const found = await stat(path).catch(() => undefined);
  if (!found || (found.mode & constants.S_IXOTH) === 0) return false;
  return dirname(path) === path || isOpenToAll(dirname(path));
}

/** Gives such a directory to its user, who may replace it and its content from then on. */
export async function handOver(directory: string, user: ServiceUser | undefined): Promise<void> {
  if (!user) return;
  await using handle = await open(directory);
  await handle.chmod(0o700);
  await handle.chown(user.uid, user.gid);
}
