import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { masterKeyLength } from './master-keys.ts';
import { writePrivateFile } from './private-file.ts';
import { SecretsError } from './secrets-error.ts';

/**
 * Reads the master keys of a file, the current one first.
 *
 * A file has one key of 32 bytes on each line, in hex or base64: `openssl rand -hex 32` makes one. The bare bytes of one
 * key will do too. Lines that begin with # are for its reader.
 */
export async function readMasterKeyFile(path: string): Promise<readonly Uint8Array[]> {
  const content = await readPrivateFile(path);
  if (content.length === masterKeyLength) return [content];
  const lines = content
    .toString('latin1')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const keys = lines.map((line, index) => {
    const key = readKey(line);
    if (key) return key;
    const which = lines.length === 1 ? 'its key' : `key ${index + 1}`;
    throw new SecretsError('MASTER_KEY_INVALID', `${path}: ${which} is not ${masterKeyLength} bytes in hex or base64`);
  });
  if (keys.length === 0) throw new SecretsError('MASTER_KEY_INVALID', `${path} is empty`);
  return keys;
}

/** Makes the file with a key in it. */
export async function createMasterKeyFile(path: string): Promise<void> {
  await writeKeys(path, [randomBytes(masterKeyLength)]);
}

/** Puts a new key before those that the file has. */
export async function addMasterKey(path: string): Promise<void> {
  await writeKeys(path, [randomBytes(masterKeyLength), ...(await readMasterKeyFile(path))]);
}

async function writeKeys(path: string, keys: readonly Uint8Array[]): Promise<void> {
  const lines = keys.map((key) => `${Buffer.from(key).toString('hex')}\n`);
  await writePrivateFile(path, `# The master key; under it, earlier ones.\n${lines.join('')}`);
}

function readKey(line: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(line)) return Buffer.from(line, 'hex');
  return /^[A-Za-z0-9+/]{43}=$/.test(line) ? Buffer.from(line, 'base64') : undefined;
}

/** A group may read, as where secrets are mounted for one; it may not write, and nobody else may do anything. */
const exposed = 0o027;

async function readPrivateFile(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no master key' : `the master key cannot be read (${error.code})`;
    throw new SecretsError('MASTER_KEY_MISSING', `${why} at ${path}`);
  });
  try {
    const { mode } = await file.stat();
    if ((mode & exposed) !== 0) {
      const octal = (mode & 0o777).toString(8).padStart(4, '0');
      throw new SecretsError('MASTER_KEY_EXPOSED', `others can reach ${path} (mode ${octal}): chmod 600 it`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}
