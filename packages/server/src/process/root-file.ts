import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Root } from '../create-server.ts';

/** Writes `root.json`, which only its owner can read, whole or not at all, and returns where it is. */
export async function writeRootFile(dataDirectory: string, baseUrl: string, root: Root): Promise<string> {
  const path = join(dataDirectory, 'root.json');
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    // The mode above is only for a file that was not there.
    await file.chmod(0o600);
    await file.writeFile(`${JSON.stringify({ baseUrl, ...root }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  return path;
}
