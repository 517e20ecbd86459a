import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { root } from '../command.ts';
import type { EntryPoint } from './entry-points.ts';

const run = promisify(execFile);

/** How many lines are shown: the rest mostly has the same cause. */
const shown = 5;

const shared = {
  strict: true,
  skipLibCheck: false,
  // TypeScript's own declarations take longer to check than most packages.
  skipDefaultLibCheck: true,
  noEmit: true,
  target: 'es2022',
  resolveJsonModule: true,
};
const projects = {
  server: { ...shared, module: 'nodenext', lib: ['es2022'], types: ['node'] },
  browser: {
    ...shared,
    module: 'esnext',
    moduleResolution: 'bundler',
    customConditions: ['browser'],
    lib: ['es2022', 'dom'],
    types: [],
  },
};

/**
 * TypeScript's errors in a consumer that imports everything: on a server without the DOM, in a browser without Node. Errors that
 * the consumer also has if it imports only the optional peers are theirs: nobody installs them because of the package.
 */
export async function compileProblems(
  consumer: string,
  entries: readonly EntryPoint[],
  optionalPeers: readonly string[] = [],
): Promise<string[]> {
  const typed = entries.filter(({ extension }) => /^\.(?:[cm]?[jt]s|json)$/.test(extension));
  if (typed.length === 0) return [];
  await linkNodeTypes(consumer);
  await writeProgram(consumer, 'consumer', typed);
  const peers = optionalPeers.map((name) => ({ name, extension: '.js' }));
  if (peers.length > 0) await writeProgram(consumer, 'peers', peers);
  const newest = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
  const { version } = JSON.parse(await readFile(newest, 'utf8')) as { version: string };
  const compiler = join(dirname(newest), 'bin/tsc');
  const ownDiagnostics = async (project: string) => {
    const all = await newerDiagnostics(compiler, consumer, `consumer.${project}`);
    const ofPeers = peers.length > 0 ? await newerDiagnostics(compiler, consumer, `peers.${project}`) : [];
    return all.filter((line) => !ofPeers.includes(line));
  };
  const newer = Promise.all([ownDiagnostics('server'), ownDiagnostics('browser')]);
  const older = olderDiagnostics(consumer);
  const [server, browser] = await newer;
  return summary({
    [`server, TypeScript ${version}`]: server,
    [`server, TypeScript ${ts.version}`]: older,
    [`browser, TypeScript ${version}`]: browser,
  });
}

/** Writes a program that imports these, and its projects. */
async function writeProgram(consumer: string, program: string, entries: readonly EntryPoint[]): Promise<void> {
  const imports = entries.map(({ name, extension }, index) => {
    const attributes = extension === '.json' ? " with { type: 'json' }" : '';
    return `import * as entry${index} from '${name}'${attributes};`;
  });
  const use = `export const entries = [${entries.map((_, index) => `entry${index}`)}];`;
  await writeFile(join(consumer, `${program}.ts`), [...imports, use, ''].join('\n'));
  for (const [project, compilerOptions] of Object.entries(projects)) {
    const config = { compilerOptions, files: [`${program}.ts`] };
    await writeFile(join(consumer, `tsconfig.${program}.${project}.json`), JSON.stringify(config));
  }
}

async function linkNodeTypes(consumer: string): Promise<void> {
  await mkdir(join(consumer, 'node_modules/@types'), { recursive: true });
  const nodeTypes = dirname(fileURLToPath(import.meta.resolve('@types/node/package.json')));
  await symlink(nodeTypes, join(consumer, 'node_modules/@types/node'));
}

async function newerDiagnostics(compiler: string, consumer: string, project: string): Promise<string[]> {
  // Packages are already checked in parallel: more checkers would only repeat work.
  const args = [compiler, '--project', `tsconfig.${project}.json`, '--pretty', 'false', '--checkers', '1'];
  // With diagnostics the exit code is not 0, and they are on standard output.
  const { stdout } = await run(process.execPath, args, { cwd: consumer, maxBuffer: Infinity }).catch(
    (error: Error & { stdout?: string }) => {
      if (!error.stdout) throw error;
      return { stdout: error.stdout };
    },
  );
  return stdout.split('\n').filter((line) => line.trim() !== '');
}

const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * The errors of the older compiler. It is slow, so shared files are parsed only once, and only the files of the package are
 * checked. The newer compiler has checked the declarations of the dependencies.
 */
function olderDiagnostics(consumer: string): string[] {
  const { options } = ts.convertCompilerOptionsFromJson(projects.server, consumer);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getCurrentDirectory = () => consumer;
  host.getSourceFile = (path, ...rest) => {
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, ...rest));
    return parsed.get(path);
  };
  const program = ts.createProgram([join(consumer, 'consumer.ts')], options, host);
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${consumer}/`));
  const diagnostics = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
  return diagnostics.map((diagnostic) => ts.formatDiagnostic(diagnostic, host).trim());
}

/** Each diagnostic once, with the compilers that reported it. */
function summary(diagnostics: Readonly<Record<string, readonly string[]>>): string[] {
  const sources = new Map<string, string[]>();
  for (const [source, lines] of Object.entries(diagnostics)) {
    for (const line of lines) sources.set(line, [...(sources.get(line) ?? []), source]);
  }
  const problems = [...sources].map(([line, names]) => `${line} (${names.join('; ')})`);
  const more = problems.length - shown;
  return more > 0 ? [...problems.slice(0, shown), `and ${more} more from TypeScript`] : problems;
}
