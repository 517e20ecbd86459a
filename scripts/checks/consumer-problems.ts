import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binProblems } from './bin-problems.ts';
import { compileProblems } from './compile-problems.ts';
import { type Exports, entryPoints } from './entry-points.ts';
import { importProblems } from './import-problems.ts';
import { installTarball, type PackedPackage } from './install-tarball.ts';

interface Manifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Exports;
  readonly imports?: unknown;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Problems in a project that installs a packed package, imports and compiles all of it, and runs its commands. */
export async function consumerProblems(
  packed: PackedPackage,
  workspace: readonly PackedPackage[] = [],
): Promise<string[]> {
  // The real path, because errors and diagnostics use it. On macOS the temporary directory is behind a link.
  const consumer = await realpath(await mkdtemp(join(tmpdir(), 'consumer-')));
  try {
    await writeFile(join(consumer, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const missing = await installTarball(consumer, packed, workspace);
    if (missing.length > 0) return missing;
    const directory = join(consumer, 'node_modules', packed.name);
    const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as Manifest;
    const files = (await readdir(directory, { recursive: true })).map((path) => `./${path}`);
    const entries = entryPoints(packed.name, manifest.exports ?? {}, files);
    const peers = Object.entries(manifest.peerDependenciesMeta ?? {}).filter(([, { optional }]) => optional);
    const optionalPeers = peers.map(([name]) => name).filter((name) => !workspace.some((own) => own.name === name));
    const problems = await Promise.all([
      importProblems(consumer, entries, manifest),
      binProblems(consumer, packed.name, manifest.bin ?? {}),
      compileProblems(consumer, entries, optionalPeers),
    ]);
    return problems.flat().map((problem) => problem.replaceAll(`${consumer}/`, ''));
  } finally {
    await rm(consumer, { recursive: true });
  }
}
