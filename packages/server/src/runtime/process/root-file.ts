import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwnFile, UnsafeFileError } from '../../storage/files/own-file.ts';
import { createPrivateFile, replacePrivateFile } from '../../storage/files/private-file.ts';
import type { Root } from '../bootstrap/make-organization.ts';
import { notWritten, SettingsError } from './settings-error.ts';

/** What `root.json` holds, and the file of any other top-level organization. */
export interface RootFile extends Root {
  readonly baseUrl: string;
}

export const rootPath = (dataDirectory: string): string => join(dataDirectory, 'root.json');

/** Replaces `root.json`. Only its owner can read it; root keeps the owner when it replaces the file. */
export async function rewriteRootFile(dataDirectory: string, content: RootFile): Promise<void> {
  const path = rootPath(dataDirectory);
  const { uid, gid } = await lstat(path);
  const access = process.getuid?.() === 0 ? { access: { uid, gid, mode: 0o600 } } : {};
  await replacePrivateFile(path, textOf(content), access);
}

const textOf = (content: RootFile) => `${JSON.stringify(content, null, 2)}\n`;

/** Writes the file of another top-level organization than the first one. An existing file is never replaced. */
export async function createRootFile(path: string, content: RootFile): Promise<void> {
  await createPrivateFile(path, textOf(content)).catch((error: Error) => {
    throw notWritten(path, error);
  });
}

/**
 * Writes the `root.json` of a first start. The file of another database is never replaced: it may hold the only copy of a root
 * key. A file from an interrupted first start of this database is replaced: its key belongs to no user.
 */
export async function keepRootFile(dataDirectory: string, content: RootFile): Promise<void> {
  const known = await readRootFile(dataDirectory);
  if (known && known.instanceId !== content.instanceId) {
    throw new SettingsError(
      `${rootPath(dataDirectory)} holds the root key of the organization ${known.organizationId}, which is not in this ` +
        'database, and is not overwritten: move it away, or choose another MINTMARK_DATA_DIR',
    );
  }
  if (known) await rewriteRootFile(dataDirectory, content);
  else await createPrivateFile(rootPath(dataDirectory), textOf(content));
}

/** Reads `root.json`, if it exists. An operator may have given it to another user. */
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
    // The parser's message would quote the file, including the key.
  }
  throw new SettingsError(`${path} is not valid: restore the file that the first start wrote`);
}
