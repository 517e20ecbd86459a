import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readOwnFile, requireOwnFile, UnsafeFileError, updateOwnFile } from '../files/own-file.ts';
import { StoreError } from '../store/store-error.ts';

const busy = 5; // SQLITE_BUSY

/**
 * Locks a directory for this process, or fails with the id of the process that holds the lock.
 *
 * A pid file cannot do this: after a crash the id may belong to another process, and in another container it means nothing.
 * The system releases a file lock however its process ends, and file locks work across all containers of a machine. Node
 * has no call for file locks, but SQLite uses them.
 */
export async function lockDirectory(directory: string): Promise<Disposable> {
  const owner = join(directory, 'owner.pid');
  const path = join(directory, 'lock');
  await requireOwnFile(path);
  const lock = openLock(path);
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new StoreError(
      'IN_USE',
      `the database in ${directory} is in use by process ${await readOwner(owner)}: ` +
        'stop that process first, choose another data directory, or set DATABASE_URL to share one database',
    );
  }
  try {
    await updateOwnFile(owner, () => `${process.pid}\n`, { create: true });
  } catch (error) {
    if (error instanceof UnsafeFileError) {
      lock.close();
      throw error;
    }
    // The file is only needed for the message above: a full disk must not prevent a start.
  }
  return { [Symbol.dispose]: () => lock.isOpen && lock.close() };
}

/** Only SQLite may open this file: if this process closed another descriptor of it, the lock would be released. */
function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch {
    throw new StoreError('PERMISSION_DENIED', `${path} cannot be opened: its directory must be writable`);
  }
}

async function readOwner(path: string): Promise<string> {
  const text = await readOwnFile(path).catch(() => '');
  return text.trim() || 'unknown';
}
