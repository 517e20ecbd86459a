import { join } from 'node:path';
import type { Root } from '../create-server.ts';
import { writePrivateFile } from '../secrets/private-file.ts';

/** Writes `root.json`, which only its owner can read, and returns where it is. */
export async function writeRootFile(dataDirectory: string, baseUrl: string, root: Root): Promise<string> {
  const path = join(dataDirectory, 'root.json');
  await writePrivateFile(path, `${JSON.stringify({ baseUrl, ...root }, null, 2)}\n`);
  return path;
}
