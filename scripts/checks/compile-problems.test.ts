import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileProblems } from './compile-problems.ts';

const exports = {
  '.': { types: './index.d.ts', default: './index.js' },
  './data': './data.json',
  './page': './page.yaml',
};
const entries = [
  { name: '@example/sound', extension: '.js' },
  { name: '@example/sound/data', extension: '.json' },
  { name: '@example/sound/page', extension: '.yaml' },
];

let consumer: string;
beforeEach(async () => {
  consumer = await realpath(await mkdtemp(join(tmpdir(), 'compile-problems-')));
  await write('package.json', JSON.stringify({ type: 'module' }));
});
afterEach(() => rm(consumer, { recursive: true }));

async function write(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(consumer, name)), { recursive: true });
  await writeFile(join(consumer, name), text);
}

/** Links a package with these declarations, which is elsewhere. */
async function link(name: string, declarations: string): Promise<AsyncDisposable> {
  const elsewhere = await mkdtemp(join(tmpdir(), 'compile-problems-'));
  await writeFile(join(elsewhere, 'package.json'), JSON.stringify({ name, types: './index.d.ts' }));
  await writeFile(join(elsewhere, 'index.d.ts'), declarations);
  await mkdir(join(consumer, 'node_modules'), { recursive: true });
  await symlink(elsewhere, join(consumer, 'node_modules', name));
  return { [Symbol.asyncDispose]: () => rm(elsewhere, { recursive: true }) };
}

/** The problems of compiling against the package with these declarations. */
async function problemsOf(declarations: string, fields: object = {}, optionalPeers: string[] = []): Promise<string[]> {
  const folder = 'node_modules/@example/sound';
  await write(`${folder}/package.json`, JSON.stringify({ name: '@example/sound', type: 'module', exports, ...fields }));
  await write(`${folder}/index.d.ts`, declarations);
  await write(`${folder}/index.js`, 'export const answer = 42;\n');
  await write(`${folder}/data.json`, '{}');
  return compileProblems(consumer, entries, optionalPeers);
}

describe('compileProblems', () => {
  test('default', async () => {
    expect(await problemsOf('export declare const answer: Promise<URL>;\n')).toEqual([]);
  });

  test('behavior: nothing to compile', async () => {
    expect(await compileProblems(consumer, entries.slice(2))).toEqual([]);
  });

  test('error: declarations that need the DOM', async () => {
    expect(await problemsOf('export declare const answer: HTMLElement;\n')).toEqual([
      expect.stringMatching(
        /^node_modules\/@example\/sound\/index\.d\.ts\(1,30\): error TS2304: Cannot find name 'HTMLElement'\. \(server, TypeScript \d+\.\d+\.\d+; server, TypeScript 5\.\d+\.\d+\)$/,
      ),
    ]);
  });

  test('error: declarations that need Node', async () => {
    expect(await problemsOf('export declare const answer: NodeJS.Platform;\n')).toEqual([
      expect.stringMatching(/Cannot find namespace 'NodeJS'\. \(browser, TypeScript [^;]*\)$/),
    ]);
  });

  test('error: a dependency, behind its link, needs the DOM', async () => {
    await using _ = await link('other', 'export declare const other: HTMLElement;\n');
    expect(await problemsOf("export { other as answer } from 'other';\n")).toEqual([
      expect.stringContaining("index.d.ts(1,29): error TS2304: Cannot find name 'HTMLElement'. (server, "),
    ]);
  });

  test('behavior: what an optional peer alone lacks is not a problem of the package, but everything else is', async () => {
    await using _ = await link('peer', 'export declare const other: HTMLElement;\n');
    const declarations = "export { other as answer } from 'peer';\nexport declare const own: HTMLElement;\n";
    expect(await problemsOf(declarations, {}, ['peer'])).toEqual([
      expect.stringContaining("sound/index.d.ts(2,27): error TS2304: Cannot find name 'HTMLElement'. (server, "),
    ]);
  });

  test('error: a library that only the older compiler does not know', async () => {
    const declarations = '/// <reference lib="esnext.temporal" />\nexport declare const answer: 42;\n';
    expect(await problemsOf(declarations)).toEqual([
      expect.stringMatching(/index\.d\.ts\(1,21\): error TS2726: .* \(server, TypeScript 5\.\d+\.\d+\)$/),
    ]);
  });

  test('error: wrong declarations for browsers only', async () => {
    await write('node_modules/@example/sound/web.d.ts', 'export declare const answer: Gone;\n');
    const forBrowsers = { browser: './web.d.ts', ...exports['.'] };
    expect(await problemsOf('export {};\n', { exports: { ...exports, '.': forBrowsers } })).toEqual([
      expect.stringMatching(/web\.d\.ts\(1,30\): error TS2304: Cannot find name 'Gone'\. \(browser, [^;]*\)$/),
    ]);
  });

  test('error: declarations with syntax errors', async () => {
    expect(await problemsOf('export declare const answer: ;\n')).toEqual([
      expect.stringMatching(/error TS1110: Type expected\. \(server, .*; server, TypeScript 5.*; browser, .*\)$/),
    ]);
  });

  test('error: an entry without types', async () => {
    await write('node_modules/@example/sound/untyped.js', 'export const answer = 42;\n');
    expect(await problemsOf('', { exports: { ...exports, '.': './untyped.js' } })).toEqual([
      expect.stringContaining("error TS7016: Could not find a declaration file for module '@example/sound'"),
    ]);
  });

  test('error: an entry that is not in "exports"', async () => {
    expect(await problemsOf('', { exports: { './data': './data.json' } })).toEqual([
      expect.stringContaining("consumer.ts(1,25): error TS2307: Cannot find module '@example/sound'"),
    ]);
  });

  test('error: only the first few are shown', async () => {
    const declarations = Array.from({ length: 9 }, (_, index) => `export declare const a${index}: Gone${index};\n`);
    const problems = await problemsOf(declarations.join(''));
    expect(problems).toHaveLength(6);
    expect(problems[4]).toContain("Cannot find name 'Gone4'");
    expect(problems[5]).toBe('and 4 more from TypeScript');
  });
});
