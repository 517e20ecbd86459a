import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Root } from '../create-server.ts';
import { readOwnFile, UnsafeFileError } from '../files/own-file.ts';
import { createPrivateFile, replacePrivateFile } from '../files/private-file.ts';
import { SettingsError } from './settings-error.ts';

/** What `root.json` holds. */
export interface RootFile extends Root {
  readonly baseUrl: string;
}

export const rootPath = (dataDirectory: string): string => join(dataDirectory, 'root.json');

/** Writes `root.json` anew. Only its owner can read it, who stays the same when root writes it. */
export async function rewriteRootFile(dataDirectory: string, content: RootFile): Promise<void> {
  const path = rootPath(dataDirectory);
  const { uid, gid } = await lstat(path);
  const access = process.getuid?.() === 0 ? { access: { uid, gid, mode: 0o600 } } : {};
  await replacePrivateFile(path, textOf(content), access);
}

const textOf = (content: RootFile) => `${JSON.stringify(content, null, 2)}\n`;

/**
 * Keeps what a first start makes. What another database has made is never replaced: it may be the only copy of a root key. What
 * a first start of this database has left, which was cut off, is nobody's.
 */
export async function keepRootFile(dataDirectory: string, content: RootFile): Promise<void> {
  const known = await readRootFile(dataDirectory);
  if (known && known.instanceId !== content.instanceId) {
    throw new SettingsError(
      `${rootPath(dataDirectory)} has the root key of the organization ${known.organizationId}, which this database does not ` +
        'have, and is not replaced: move it away, or choose another MINTMARK_DATA_DIR',
    );
  }
  if (known) await rewriteRootFile(dataDirectory, content);
  else await createPrivateFile(rootPath(dataDirectory), textOf(content));
}

/** Reads `root.json`, if it is there. An operator may have given it to another user. */
export async function readRootFile(dataDirectory: string): Promise<RootFile | undefined> {
  const path = rootPath(dataDirectory);
  const text = await readOwnFile(path, { owner: 'any' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    if (error instanceof UnsafeFileError) throw error;
    throw new SettingsError(`${path} cannot be read: ${error.code}`);
  });
  if (text === undefined) return undefined;
  try {
    const content = JSON.parse(text);
    const needed = [content.baseUrl, content.organizationId, content.apiPublicKey];
    if (needed.every((value) => typeof value === 'string')) return content;
  } catch {
    // Its message would quote the file, and the key with it.
  }
  throw new SettingsError(`${path} is not what the first start wrote`);
}
