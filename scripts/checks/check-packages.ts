import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal, root, runCommand } from '../command.ts';
import { consumerProblems } from './consumer-problems.ts';
import type { PackedPackage } from './install-tarball.ts';
import { tarballProblems } from './tarball-problems.ts';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly packageManager: string;
  readonly files?: readonly string[];
}

/** Packs the built public packages of a repository as a release would, by their folders. */
export async function packPackages(root: string, destination: string): Promise<Map<string, PackedPackage>> {
  const { packageManager } = readManifest(root);
  const packed = new Map<string, PackedPackage>();
  for (const directory of await publicPackages(root)) {
    if (isBuilt(directory)) packed.set(directory, await pack(directory, packageManager, destination));
  }
  return packed;
}

async function publicPackages(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'packages'));
  return names.map((name) => join(root, 'packages', name)).filter(isPublic);
}

/** Packs every public package of a repository as a release would, and reports whether each can be published. */
export async function checkPackages(root: string): Promise<string> {
  const destination = await mkdtemp(join(tmpdir(), 'check-packages-'));
  try {
    const packed = await packPackages(root, destination);
    const reports = await Promise.all(
      (await publicPackages(root)).map(async (directory) => {
        const problems = await packageProblems(packed.get(directory), [...packed.values()]);
        return { name: readManifest(directory).name, problems };
      }),
    );
    const lines = reports.flatMap(({ name, problems }) => [
      `${name}: ${problems.length > 0 ? 'not ready' : 'ready'} to publish`,
      ...problems.map(indent),
    ]);
    if (reports.some(({ problems }) => problems.length > 0)) throw new Refusal(lines.join('\n'));
    return lines.join('\n');
  } finally {
    await rm(destination, { recursive: true });
  }
}

async function packageProblems(
  packed: PackedPackage | undefined,
  workspace: readonly PackedPackage[],
): Promise<string[]> {
  if (!packed) return ['dist is missing: build it with tsc -b, or with build.ts if the package has it'];
  return (await Promise.all([tarballProblems(packed.tarball), consumerProblems(packed, workspace)])).flat();
}

async function pack(directory: string, packageManager: string, destination: string): Promise<PackedPackage> {
  await removeStale(directory);
  const folder = await mkdtemp(join(destination, 'pack-'));
  runPnpm(packageManager, ['pack', '--pack-destination', folder], directory);
  const [tarball = ''] = await readdir(folder);
  return { name: readManifest(directory).name, directory, tarball: join(folder, tarball) };
}

/** The compiler never deletes files, so outdated files of another branch in dist would be packed. */
async function removeStale(directory: string): Promise<void> {
  if (!hasCode(directory) || isBundled(directory)) return;
  const dist = join(directory, 'dist');
  for (const file of await readdir(dist, { recursive: true })) {
    const source = file.replace(/\.(?:d\.ts|js)$/, '.ts');
    if (source !== file && !existsSync(join(directory, 'src', source))) await rm(join(dist, file));
  }
}

/** `npm test` has the pinned pnpm on its path. Without it, npx fetches pnpm. */
function runPnpm(packageManager: string, args: string[], cwd: string): void {
  const options: ExecFileSyncOptions = { cwd, stdio: ['ignore', 'ignore', 'pipe'] };
  try {
    execFileSync('pnpm', args, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    execFileSync('npx', ['--yes', packageManager, ...args], options);
  }
}

function isPublic(directory: string): boolean {
  return existsSync(join(directory, 'package.json')) && !readManifest(directory).private;
}

function isBuilt(directory: string): boolean {
  return !hasCode(directory) || existsSync(join(directory, 'dist'));
}

/** Whether dist is a bundle, whose files have other names than the sources. Its build removes outdated files. */
function isBundled(directory: string): boolean {
  return existsSync(join(directory, 'dist/third-party-licences.txt'));
}

/** Whether the package has a part that is built into dist. */
function hasCode(directory: string): boolean {
  return readManifest(directory).files?.some((pattern) => pattern.startsWith('dist')) ?? true;
}

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
}

function indent(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}`;
}

const help = `Usage: node scripts/checks/check-packages.ts

Packs every public package under packages/ and checks the tarball: its files, publint's rules, and types that resolve for
ESM. Then it uses the package as a consumer would: it installs the tarball in a new project, imports and compiles every
entry point, and runs every command. Needs dist: build with tsc -b and packages/cli/build.ts first.`;

if (import.meta.main) await runCommand(help, () => checkPackages(root));
