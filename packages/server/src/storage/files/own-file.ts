import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file or directory that another user could have put there. The message says how to fix it. */
export class UnsafeFileError extends Error {
  override readonly name = 'UnsafeFileError';
}

export interface OwnFileOptions {
  /** The required owner: a user id, `'any'`, or by default the user of this process. */
  readonly owner?: number | 'any' | undefined;
  /** Whether the file is also written. A file with a second name, a hard link, is refused then. */
  readonly access?: 'read' | 'write' | 'append';
  /** Whether a missing file is created, accessible only to its owner. */
  readonly create?: boolean;
}

/**
 * Opens a file in a place where another user may have put something else: a symbolic link, a hard link, a pipe. Root would
 * write through the link, or block on the pipe. The check is on the opened file, not on the path: replacing a directory on the
 * path meanwhile has no effect.
 */
export async function openOwnFile(path: string, options: OwnFileOptions = {}): Promise<FileHandle> {
  const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY } = constants;
  const { access = 'read' } = options;
  let flags = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | (access === 'read' ? O_RDONLY : O_RDWR);
  if (access === 'append') flags |= O_APPEND;
  if (options.create) flags |= O_CREAT;
  const file = await open(path, flags, 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOOP') throw linkError(path);
    // A directory, a socket, or a device without a driver.
    if (error.code === 'EISDIR' || error.code === 'ENXIO') throw noFileError(path);
    throw error;
  });
  try {
    checkFile(path, await file.stat(), options);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The content of such a file. */
export async function readOwnFile(path: string, options: Pick<OwnFileOptions, 'owner'> = {}): Promise<string> {
  await using file = await openOwnFile(path, options);
  return await readAll(path, file);
}

/** Changes the content of such a file. Unchanged content is not written: on a full disk that could leave half a file. */
export async function updateOwnFile(
  path: string,
  change: (content: string) => string,
  options: Pick<OwnFileOptions, 'owner' | 'create'> = {},
): Promise<void> {
  await using file = await openOwnFile(path, { ...options, access: 'write' });
  const before = await readAll(path, file);
  const content = Buffer.from(change(before));
  if (content.equals(Buffer.from(before))) return;
  for (let at = 0; at < content.length; ) at += (await file.write(content, at, content.length - at, at)).bytesWritten;
  await file.truncate(content.length);
}

/** Far more than any of these files needs. A file that another user made could be larger than the memory. */
const maxBytes = 1024 * 1024;

async function readAll(path: string, file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  if (size > maxBytes) throw new UnsafeFileError(`${path} is larger than ${maxBytes} bytes: remove it`);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), { position: 0 });
  return buffer.toString('utf8', 0, bytesRead);
}

/** Refuses an existing file that must not be opened: for a file in our own directory that only a library may open. */
export async function requireOwnFile(path: string): Promise<void> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (stats?.isSymbolicLink()) throw linkError(path);
  if (stats) checkFile(path, stats, { access: 'write' });
}

/** Opens a directory of a user. */
export async function openOwnDirectory(path: string, owner: number): Promise<FileHandle> {
  const directory = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    checkOwner(path, await directory.stat(), owner);
    return directory;
  } catch (error) {
    await directory.close();
    throw error;
  }
}

/** Creates a directory for this process, or refuses an existing one that another user owns or can write to. */
export async function makeOwnDirectory(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true, mode });
  await requireOwnDirectory(path);
}

/**
 * Refuses a directory in which other users could put something. It may be a link, unless another user owns the link. Only root
 * is strict about the mode: a process that is not root can give nobody more rights than it has itself, and volumes of containers
 * are often writable by all.
 */
export async function requireOwnDirectory(path: string, { isStrict = isRoot() } = {}): Promise<void> {
  for (const stats of [await lstat(path), await stat(path)]) {
    checkOwner(path, stats);
    if (stats.isSymbolicLink()) continue;
    if (isStrict && (stats.mode & openToOthers()) !== 0 && (stats.mode & sticky) === 0)
      throw new UnsafeFileError(`other users can write to ${path} (mode ${octal(stats.mode)}): run chmod go-w on it`);
  }
}

/** Refuses a link that another user created or could replace, in the first directory and in the last one. */
export async function requireOwnLink(path: string): Promise<void> {
  const link = await lstat(path).catch(() => undefined);
  if (!link?.isSymbolicLink()) return;
  if (!isOwn(link)) throw new UnsafeFileError(`${path} is a symbolic link of the user ${link.uid}: remove it`);
  const real = await realpath(path).catch(() => path);
  for (const directory of [dirname(path), dirname(real)]) await requireOwnDirectory(directory, { isStrict: true });
}

/**
 * Reads a file that the operator wrote for this process. It may be a link, as mounted files are, but no other user may be able to
 * change the file or to replace the link.
 */
export async function readOperatorFile(path: string): Promise<Buffer> {
  await requireOwnLink(path);
  // Without O_NONBLOCK, opening a pipe would block.
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stats = await file.stat();
  if (!stats.isFile()) throw noFileError(path);
  checkOwner(path, stats);
  if ((stats.mode & openToOthers()) !== 0)
    throw new UnsafeFileError(`other users can write to ${path} (mode ${octal(stats.mode)}): run chmod go-w on it`);
  if (stats.size > maxBytes) throw new UnsafeFileError(`${path} is larger than ${maxBytes} bytes`);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(stats.size), { position: 0 });
  return buffer.subarray(0, bytesRead);
}

/** In a sticky directory only the owner of a file can remove or rename it. */
const sticky = 0o1000;
const isRoot = () => process.geteuid?.() === 0;
/** The group of a directory may be meant for a process that is not root, as in Kubernetes volumes. */
const openToOthers = () => (isRoot() ? 0o022 : 0o002);

/** The permissions of a file as chmod takes them. */
export const octal = (mode: number): string => (mode & 0o7777).toString(8).padStart(4, '0');

/**
 * Whether other users can read or change a file with a secret. The group may read it, since secrets are often mounted for a
 * group.
 */
export const isExposed = ({ mode }: Pick<Stats, 'mode'>): boolean => (mode & 0o027) !== 0;

/** Whether the user of this process owns a file, or root, whom everybody has to trust. */
export const isOwn = ({ uid }: Pick<Stats, 'uid'>): boolean => uid === 0 || uid === (process.geteuid?.() ?? uid);

function checkFile(path: string, stats: Stats, { owner, access = 'read' }: OwnFileOptions): void {
  if (!stats.isFile()) throw noFileError(path);
  if (owner !== 'any') checkOwner(path, stats, owner);
  if (access !== 'read' && stats.nlink > 1)
    throw new UnsafeFileError(`${path} is a hard link, and would be written under its other name too: remove it`);
}

function checkOwner(path: string, stats: Stats, owner?: number): void {
  if (owner === undefined ? isOwn(stats) : stats.uid === owner) return;
  const whose = owner === undefined ? `the user ${process.geteuid?.()} of this process` : `the user ${owner}`;
  const remedy = stats.isDirectory() ? 'start as its owner, or choose another directory' : 'remove it';
  throw new UnsafeFileError(`${path} belongs to the user ${stats.uid}, and not to ${whose}: ${remedy}`);
}

const linkError = (path: string) =>
  new UnsafeFileError(`${path} is a symbolic link, which is not followed: replace it with a file, or remove it`);
const noFileError = (path: string) => new UnsafeFileError(`${path} is not a regular file: remove it`);
