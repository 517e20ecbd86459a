import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { requireOwnDirectory } from './own-file.ts';

interface Replacement {
  /** The owner, group and mode of the file; by default only its owner can read it. */
  readonly access?: { readonly uid: number; readonly gid: number; readonly mode: number };
  /** Checks the existing file right before it is replaced. If the check fails, that file stays. */
  readonly check?: () => Promise<void>;
}

/** Creates a file that only its owner can read, and fails with EEXIST if there is one. */
export async function createPrivateFile(path: string, content: string): Promise<void> {
  // Unlike a rename, a link never replaces a file.
  await putFile(path, content, undefined, (temporary) => link(temporary, path));
}

/** Writes a file, and replaces an existing one. */
export async function replacePrivateFile(path: string, content: string, options: Replacement = {}): Promise<void> {
  await putFile(path, content, options.access, async (temporary) => {
    await options.check?.();
    await rename(temporary, path);
  });
}

/**
 * Puts a file in its place atomically, and resolves when it would survive a power cut. Neither a link nor a rename follows
 * symbolic links; the directory must not belong to another user.
 */
async function putFile(
  path: string,
  content: string,
  access: Replacement['access'],
  put: (temporary: string) => Promise<void>,
): Promise<void> {
  await requireOwnDirectory(dirname(path));
  const temporary = `${path}.${randomUUID()}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    try {
      if (access) {
        await file.chown(access.uid, access.gid);
        await file.chmod(access.mode & 0o777);
      }
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await put(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
  const directory = await open(dirname(path));
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
