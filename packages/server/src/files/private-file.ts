import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { requireOwnDirectory } from './own-file.ts';

interface Replacement {
  /** Who may do what with the file; without, only its owner can read it. */
  readonly access?: { readonly uid: number; readonly gid: number; readonly mode: number };
  /** Looks at the file that is there at the last moment. If it fails, that one stays. */
  readonly check?: () => Promise<void>;
}

/** Makes a file that only its owner can read, and fails with EEXIST where there is one. */
export async function createPrivateFile(path: string, content: string): Promise<void> {
  // Other than a rename, a link never takes the place of a file.
  await putFile(path, content, undefined, (temporary) => link(temporary, path));
}

/** Writes a file, in the place of one that is there. */
export async function replacePrivateFile(path: string, content: string, options: Replacement = {}): Promise<void> {
  await putFile(path, content, options.access, async (temporary) => {
    await options.check?.();
    await rename(temporary, path);
  });
}

/**
 * Puts a file to its place, whole or not at all, and resolves when it would outlive a power cut. Neither way of putting it
 * there follows a link; the directory must not be somebody else's.
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
