import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Root } from '../create-server.ts';
import { replacePrivateFile } from '../secrets/private-file.ts';
import { SettingsError } from './settings-error.ts';

/** What `root.json` holds. */
export interface RootFile extends Root {
  readonly baseUrl: string;
}

export const rootPath = (dataDirectory: string): string => join(dataDirectory, 'root.json');

/** Writes `root.json`, which only its owner can read. */
export async function writeRootFile(dataDirectory: string, content: RootFile): Promise<void> {
  await replacePrivateFile(rootPath(dataDirectory), `${JSON.stringify(content, null, 2)}\n`);
}

/** Reads `root.json`, if it is there. */
export async function readRootFile(dataDirectory: string): Promise<RootFile | undefined> {
  const path = rootPath(dataDirectory);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new SettingsError(`${path} cannot be read: ${error.code}`);
  });
  if (text === undefined) return undefined;
  try {
    const { baseUrl, organizationId, ...rest } = JSON.parse(text);
    if (typeof baseUrl === 'string' && typeof organizationId === 'string') return { baseUrl, organizationId, ...rest };
  } catch {
    // Its message would quote the file, and the key with it.
  }
  throw new SettingsError(`${path} is not what the first start wrote`);
}
