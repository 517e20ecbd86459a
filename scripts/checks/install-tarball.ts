import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** A package of the workspace as it would be published. */
export interface PackedPackage {
  readonly name: string;
  /** Its folder in the workspace, where its dependencies are installed. */
  readonly directory: string;
  readonly tarball: string;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const run = promisify(execFile);

/**
 * Installs a packed package into a consumer without network access, and returns the dependencies that a user would not get.
 * Other packages of the workspace come from their tarballs, the rest from where the package itself has it installed.
 */
export async function installTarball(
  consumer: string,
  { name, directory, tarball }: PackedPackage,
  workspace: readonly PackedPackage[],
): Promise<string[]> {
  const target = join(consumer, 'node_modules', name);
  if (existsSync(target)) return [];
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1']);
  const manifest = JSON.parse(await readFile(join(target, 'package.json'), 'utf8')) as Manifest;
  const problems: string[] = [];
  for (const dependency of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    const packed = workspace.find((other) => other.name === dependency);
    const installed = await realpath(join(directory, 'node_modules', dependency)).catch(() => undefined);
    if (packed) {
      problems.push(...(await installTarball(consumer, packed, workspace)));
    } else if (installed?.includes('/node_modules/')) {
      // Users install a peer themselves.
      const isPeer = manifest.peerDependencies && dependency in manifest.peerDependencies;
      const link = join(isPeer ? consumer : target, 'node_modules', dependency);
      await mkdir(dirname(link), { recursive: true });
      if (!existsSync(link)) await symlink(installed, link);
    } else {
      // A folder outside of node_modules is a workspace package. Installed from its source, it would hide packing mistakes.
      problems.push(`${name} needs ${dependency}, which is ${installed ? 'not packed' : 'not installed'}`);
    }
  }
  return problems;
}
