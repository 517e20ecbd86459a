import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { findDebianPostgres } from '@mintmark/testing/debian-postgres';
import { Refusal, root } from '../command.ts';

const run = promisify(execFile);

/** The version that the service was tried with. */
export const citusVersion = '13.2.2';

/** What its build needs besides PostgreSQL, as packages of Debian. */
const needed =
  'gcc make libcurl4-openssl-dev libkrb5-dev liblz4-dev libpam0g-dev libreadline-dev libselinux1-dev libssl-dev libxml2-dev libxslt1-dev libzstd-dev';

/**
 * Builds the extension from an archive of its source, and returns the directory with the programs of a PostgreSQL that has it: a copy of
 * that of the machine, which stays as it is. The same archive is built once.
 */
export async function buildCitus(archive: string, report: (line: string) => void): Promise<string> {
  const programs = await findDebianPostgres('the check on Citus');
  if (!programs) throw new Refusal('no PostgreSQL of Debian was found: apt-get install postgresql');
  const postgres = dirname(programs);
  const version = postgres.split('/').at(-1) ?? '';
  const config = join(programs, 'pg_config');
  const packages = `postgresql-server-dev-${version} ${needed}`;
  if (!existsSync(config)) throw new Refusal(`the build needs more of PostgreSQL: apt-get install ${packages}`);
  if (!(await stat(archive).catch(() => undefined))?.isFile()) throw new Refusal(`there is no archive ${archive}`);

  const release = (await run(config, ['--version'])).stdout.trim();
  const name = createHash('sha256')
    .update(`${await digestOf(archive)} ${release}`)
    .digest('hex')
    .slice(0, 16);
  const place = join(root, 'node_modules/.cache/citus', name);
  const built = join(place, postgres, 'bin');
  if (existsSync(built)) return built;

  report(`building Citus for ${release}, which takes some minutes`);
  await rm(place, { recursive: true, force: true });
  const [source, draft] = [join(place, 'source'), join(place, 'draft')];
  await mkdir(source, { recursive: true });
  const make = (program: string, ...args: readonly string[]) => build(program, args, source, packages);
  await make('tar', '--extract', '--file', resolve(archive), '--strip-components', '1', '--directory', source);
  await requireVersion(source, report);
  await renameOwn(source);
  await make('./configure', `PG_CONFIG=${config}`);
  await make('make', `-j${availableParallelism()}`);
  for (const directory of [postgres, join('/usr/share/postgresql', version)])
    await cp(directory, join(draft, directory), { recursive: true, verbatimSymlinks: true });
  await make('make', 'install', `DESTDIR=${draft}`);
  await rename(join(draft, 'usr'), join(place, 'usr'));
  for (const directory of [source, draft]) await rm(directory, { recursive: true });
  return built;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function build(program: string, args: readonly string[], cwd: string, packages: string): Promise<void> {
  try {
    await run(program, [...args], { cwd, maxBuffer: 256 * 1024 * 1024 });
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    const lines = (stderr || message).trim().split('\n').slice(-15).join('\n');
    throw new Refusal(`${program} ${args.join(' ')} failed; it needs: apt-get install ${packages}\n${lines}`);
  }
}

/** PostgreSQL 15.20 declares a function that this version defines for itself, under the same name. */
async function renameOwn(source: string): Promise<void> {
  for (const file of ['include/pg_version_compat.h', 'backend/distributed/commands/serialize_distributed_ddls.c']) {
    const path = join(source, 'src', file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(/\bhave_createdb_privilege\b/g, 'citus_have_createdb_privilege'));
  }
}

/** Says so if it is another version than the one that the service was tried with. */
async function requireVersion(source: string, report: (line: string) => void): Promise<void> {
  const [, version] = /PACKAGE_VERSION='([^']+)'/.exec(await readFile(join(source, 'configure'), 'utf8')) ?? [];
  if (version !== citusVersion) report(`this is Citus ${version}: the service was tried with ${citusVersion}`);
}
