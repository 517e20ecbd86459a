import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal, root, runCommand } from '../command.ts';
import { tarballProblems } from './tarball-problems.ts';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly packageManager: string;
}

/** Packs every public package of a repository as a release would, and says of each whether it can be published. */
export async function checkPackages(root: string): Promise<string> {
  const { packageManager } = readManifest(root);
  const directories = (await readdir(join(root, 'packages'))).map((name) => join(root, 'packages', name));
  const reports: string[] = [];
  let isSound = true;
  for (const directory of directories.filter(isPublic)) {
    const problems = await packageProblems(directory, packageManager);
    const { name } = readManifest(directory);
    reports.push(
      [`${name}: ${problems.length > 0 ? 'not ready' : 'ready'} to publish`, ...problems.map(indent)].join('\n'),
    );
    isSound &&= problems.length === 0;
  }
  const report = reports.join('\n');
  if (!isSound) throw new Refusal(report);
  return report;
}

async function packageProblems(directory: string, packageManager: string): Promise<string[]> {
  if (!existsSync(join(directory, 'dist'))) return ['dist is missing: build it with tsc -b'];
  await removeStale(directory);
  const destination = await mkdtemp(join(tmpdir(), 'check-packages-'));
  try {
    runPnpm(packageManager, ['pack', '--pack-destination', destination], directory);
    const tarballs = await readdir(destination);
    return (await Promise.all(tarballs.map((tarball) => tarballProblems(join(destination, tarball))))).flat();
  } finally {
    await rm(destination, { recursive: true });
  }
}

/** The compiler never deletes: what another branch left in dist would be packed. */
async function removeStale(directory: string): Promise<void> {
  const dist = join(directory, 'dist');
  for (const file of await readdir(dist, { recursive: true })) {
    const source = file.replace(/\.(?:d\.ts|js)$/, '.ts');
    if (source !== file && !existsSync(join(directory, 'src', source))) await rm(join(dist, file));
  }
}

/** `npm test` has the pinned pnpm on its path; for whoever runs this by hand without one, npx fetches it. */
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

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;
}

function indent(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}`;
}

const help = `Usage: node scripts/checks/check-packages.ts

Packs every public package under packages/ and checks the tarball: what is in it, publint without a message, and types
that resolve for ESM. Needs dist: build with tsc -b first.`;

if (import.meta.main) await runCommand(help, () => checkPackages(root));
