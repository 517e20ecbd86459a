import { open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Canary, Needles } from './needles.ts';

const chunkLength = 8 * 1024 * 1024;

interface FileScan {
  /** The paths of the files in the directory. */
  readonly paths: readonly string[];
  readonly bytes: number;
  /** How often each canary was found, by name. */
  readonly hits: Record<string, number>;
}

/** Looks for canaries in all files of a directory, except those with the given paths in it. */
export async function scanFiles(
  directory: string,
  canaries: readonly Canary[],
  except: readonly string[] = [],
): Promise<FileScan> {
  const needles = new Needles(canaries);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)))
    .filter((path) => !except.includes(path));
  const chunk = Buffer.allocUnsafeSlow(chunkLength);
  let bytes = 0;
  for (const path of paths) bytes += await scanFile(join(directory, path), needles, chunk);
  return { paths, bytes, hits: Object.fromEntries(needles.hits) };
}

async function scanFile(path: string, needles: Needles, chunk: Buffer): Promise<number> {
  await using file = await open(path);
  for (let at = 0; ; at += chunkLength - needles.overlap) {
    const { bytesRead } = await file.read(chunk, 0, chunkLength, at);
    needles.count(chunk.subarray(0, bytesRead));
    if (bytesRead < chunkLength) return at + bytesRead;
  }
}
