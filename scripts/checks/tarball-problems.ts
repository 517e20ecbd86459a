import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, matchesGlob, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

interface Manifest {
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** The parts of the output of `attw --format=json` that are read here. */
interface TypeReport {
  readonly analysis: {
    readonly types: unknown;
    readonly problems: readonly {
      readonly kind: string;
      readonly entrypoint?: string;
      readonly resolutionKind?: string;
      readonly resolutionOption?: string;
      readonly fileName?: string;
      readonly moduleSpecifier?: string;
    }[];
  };
}

const run = promisify(execFile);
const attw = fileURLToPath(new URL('dist/index.js', import.meta.resolve('@arethetypeswrong/cli/package.json')));
const expected = ['LICENSE', 'README.md', 'package.json'];

/** Problems that users who install this tarball would have. */
export async function tarballProblems(tarball: string): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'tarball-'));
  try {
    await run('tar', ['-xzf', tarball, '-C', directory, '--strip-components=1']);
    const text = await readFile(join(directory, 'package.json'), 'utf8');
    const manifest = JSON.parse(text) as Manifest;
    return [
      ...fileProblems(await filesIn(directory), manifest),
      ...(text.match(/"(?:workspace|catalog):[^"]*"/g) ?? []).map((range) => `package.json still says ${range}`),
      ...(await publintProblems(tarball)),
      ...(await typeProblems(tarball, manifest)),
    ];
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
}

function fileProblems(files: readonly string[], { files: patterns = [], bin = {} }: Manifest): string[] {
  const bins = Object.values(bin).map((path) => normalize(path));
  const isNamed = (file: string) =>
    [...expected, ...bins].includes(file) || patterns.some((pattern) => names(pattern, file));
  return [
    ...expected.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...patterns
      .filter((pattern) => !pattern.startsWith('!') && !files.some((file) => names(pattern, file)))
      .map((pattern) => `"files" names ${pattern}, which matches no file`),
    ...files.filter((file) => /\.(test|test-d|bench)\./.test(file)).map((file) => `${file} is a test`),
    ...files.filter((file) => !isNamed(file)).map((file) => `${file} is not named in "files"`),
  ];
}

function names(pattern: string, file: string): boolean {
  return matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`);
}

async function publintProblems(tarball: string): Promise<string[]> {
  const { buffer } = new Uint8Array(await readFile(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** Types that a TypeScript project which imports the package as ESM cannot resolve. Only code and JSON have types. */
async function typeProblems(tarball: string, { exports = {} }: Manifest): Promise<string[]> {
  const entries = Object.entries(exports).map(([entry, target]) => ({ entry, target: JSON.stringify(target) }));
  // A program, or files that are only read.
  if (entries.length > 0 && !entries.some(({ target }) => /\.js"/.test(target))) return [];
  const untyped = entries.filter(({ target }) => !/\.(js|json)"/.test(target)).map(({ entry }) => entry);
  const args = [tarball, '--profile=esm-only', '--format=json', '--no-definitely-typed'];
  const exclusion = untyped.length > 0 ? ['--exclude-entrypoints', ...untyped] : [];
  // With problems it exits with 1 and prints the same report.
  const { stdout } = await run(process.execPath, [attw, ...args, ...exclusion], {
    cwd: tmpdir(),
    maxBuffer: Infinity,
  }).catch((error: Error & { stdout?: string }) => {
    if (!error.stdout) throw error;
    return { stdout: error.stdout };
  });
  const { analysis } = JSON.parse(stdout) as TypeReport;
  if (!analysis.types) return ['has no types'];
  const problems = analysis.problems.filter(
    ({ resolutionKind = '' }) => !['node10', 'node16-cjs'].includes(resolutionKind),
  );
  return problems.map(({ kind, entrypoint, resolutionKind, resolutionOption, fileName, moduleSpecifier }) =>
    [kind, entrypoint ?? fileName, moduleSpecifier, `(${resolutionKind ?? resolutionOption})`]
      .filter(Boolean)
      .join(' '),
  );
}
