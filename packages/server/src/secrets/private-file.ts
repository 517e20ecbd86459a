import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that only its owner can read, whole or not at all, and resolves when it would outlive a power cut. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    // The mode above is only for a file that was not there.
    await file.chmod(0o600);
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const directory = await open(dirname(path));
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
