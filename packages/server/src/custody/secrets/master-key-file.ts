import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { isExposed, isOwn, octal, requireOwnLink, UnsafeFileError } from '../../storage/files/own-file.ts';
import { createPrivateFile, replacePrivateFile } from '../../storage/files/private-file.ts';
import { masterKeyLength } from './master-keys.ts';
import { SecretsError } from './secrets-error.ts';

/**
 * Reads the master keys of a file, the current one first.
 *
 * A file has one key of 32 bytes on each line, in hex or base64: `openssl rand -hex 32` makes one. The bare bytes of one
 * key will do too. Lines that begin with # are comments.
 */
export async function readMasterKeyFile(path: string): Promise<readonly Uint8Array[]> {
  return parseKeys(path, await readPrivateFile(path));
}

function parseKeys(path: string, content: Buffer): readonly Uint8Array[] {
  if (content.length === masterKeyLength && !isText(content)) return [content];
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

/** Creates the file with a new key; fails if it exists. */
export async function createMasterKeyFile(path: string): Promise<void> {
  await createPrivateFile(path, writeKeys([randomBytes(masterKeyLength)])).catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'EEXIST'
        ? `there is already a master key at ${path}`
        : `cannot create a master key at ${path} (${reasonOf(error)})`;
    throw new SecretsError('MASTER_KEY_NOT_WRITTEN', why);
  });
}

/**
 * Puts a new key before those in the file. The owner, group and mode of the file stay the same, and links to it stay links.
 *
 * The file is not locked: callers must take turns. rotateMasterKey ensures that for a database.
 */
export async function addMasterKey(path: string): Promise<void> {
  const before = await readPrivateFile(path);
  const content = writeKeys([randomBytes(masterKeyLength), ...parseKeys(path, before)]);
  const requireContent = async (expected: Buffer) => {
    if (!(await readPrivateFile(path)).equals(expected))
      throw new SecretsError('MASTER_KEY_NOT_WRITTEN', `${path} was changed during the rotation: rotate again`);
  };
  const real = await realpath(path);
  const access = await stat(real);
  await replacePrivateFile(real, content, { access, check: () => requireContent(before) }).catch((error) => {
    throw error instanceof SecretsError ? error : notReplaced(real, error);
  });
  await requireContent(Buffer.from(content));
}

/** Why nothing was written: the message of the check, or the error code of the system. */
const reasonOf = (error: NodeJS.ErrnoException) => (error instanceof UnsafeFileError ? error.message : error.code);

function notReplaced(path: string, error: NodeJS.ErrnoException): SecretsError {
  const { code, syscall } = error;
  const why =
    syscall === 'fchown' || syscall === 'fchmod'
      ? `a new file cannot have the owner, group and mode of ${path} (${code}): rotate as its owner, or`
      : `${path} cannot be replaced (${reasonOf(error)}):`;
  return new SecretsError(
    'MASTER_KEY_NOT_WRITTEN',
    `${why} add a new key at the top of that file yourself, and rotate again`,
  );
}

function writeKeys(keys: readonly Uint8Array[]): string {
  const lines = keys.map((key) => `${Buffer.from(key).toString('hex')}\n`);
  return `# The master key, followed by earlier ones.\n${lines.join('')}`;
}

/** Random bytes are hardly ever all printable: such a file holds a passphrase, or half a key in hex. */
function isText(content: Buffer): boolean {
  return /^[\t\r\n -~]*$/.test(content.toString('latin1'));
}

function readKey(line: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(line)) return Buffer.from(line, 'hex');
  return /^[A-Za-z0-9+/]{43}=$/.test(line) ? Buffer.from(line, 'base64') : undefined;
}

/**
 * Reads the file, which may be a link: secrets are mounted as links. The opened file must be private to this process, and no
 * other user may be able to replace the link.
 */
async function readPrivateFile(path: string): Promise<Buffer> {
  await requireOwnLink(path).catch((error) => {
    throw error instanceof UnsafeFileError ? new SecretsError('MASTER_KEY_EXPOSED', error.message) : error;
  });
  // Without O_NONBLOCK, opening a pipe would block.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no master key' : `the master key cannot be read (${error.code})`;
    throw new SecretsError('MASTER_KEY_MISSING', `${why} at ${path}`);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new SecretsError('MASTER_KEY_INVALID', `${path} is not a file`);
    const { mode, uid } = stats;
    if (!isOwn(stats)) {
      const remedy = `start as that user, or chown it to the user ${process.geteuid?.()}`;
      throw new SecretsError(
        'MASTER_KEY_EXPOSED',
        `the master key ${path} belongs to another user (${uid}), who can read and replace it: ${remedy}`,
      );
    }
    if (isExposed(stats))
      throw new SecretsError(
        'MASTER_KEY_EXPOSED',
        `other users can access ${path} (mode ${octal(mode)}): run chmod 600 on it`,
      );
    return await file.readFile();
  } finally {
    await file.close();
  }
}
