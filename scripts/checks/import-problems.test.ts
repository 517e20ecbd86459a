import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importProblems } from './import-problems.ts';

const exports = {
  '.': './index.js',
  './second': './second.js',
  './data': './data.json',
  './page': './page.yaml',
};
const imports = { '#native': { browser: './web.js', default: './node.js' } };
const entries = Object.keys(exports).map((key) => ({ name: `@example/sound${key.slice(1)}`, extension: '' }));

let consumer: string;
beforeEach(async () => {
  consumer = await realpath(await mkdtemp(join(tmpdir(), 'import-problems-')));
});
afterEach(() => rm(consumer, { recursive: true }));

/** The problems of importing the sound package with some files and fields changed; an undefined file is left out. */
async function problemsWith(files: Record<string, string | undefined>, fields: object = {}): Promise<string[]> {
  const manifest = { name: '@example/sound', type: 'module', exports, ...fields };
  const content = {
    'package.json': JSON.stringify(manifest),
    'index.js': 'export const answer = 42;\n',
    'second.js': 'export const answer = 43;\n',
    'data.json': '{}',
    'page.yaml': '{}',
    ...files,
  };
  for (const [name, text] of Object.entries(content)) {
    if (text === undefined) continue;
    const path = join(consumer, 'node_modules/@example/sound', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const problems = await importProblems(consumer, entries, manifest);
  return problems.map((problem) => problem.replaceAll(consumer, ''));
}

describe('importProblems', () => {
  test('default', async () => {
    expect(await problemsWith({})).toEqual([]);
  });

  test('behavior: browsers get their own files', async () => {
    const files = { 'index.js': "import '#native';\n", 'node.js': "import 'node:fs';\n", 'web.js': '' };
    expect(await problemsWith(files, { imports })).toEqual([]);
  });

  test('error: a file behind an export is missing', async () => {
    expect(await problemsWith({ 'second.js': undefined, 'data.json': undefined, 'page.yaml': undefined })).toEqual([
      expect.stringMatching(/^import of @example\/sound\/second: Error.*Cannot find module '.*\/sound\/second\.js'/),
      expect.stringMatching(/^import of @example\/sound\/data: Error.*Cannot find module '.*\/sound\/data\.json'/),
      expect.stringMatching(/^import of @example\/sound\/page: Error: ENOENT.*\/sound\/page\.yaml'/),
    ]);
  });

  test('error: an entry that is not in "exports"', async () => {
    expect(await problemsWith({}, { exports: { ...exports, './second': undefined } })).toEqual([
      expect.stringContaining('import of @example/sound/second: Error [ERR_PACKAGE_PATH_NOT_EXPORTED]'),
    ]);
  });

  test('error: a target of an internal import is missing', async () => {
    const files = { 'index.js': "import '#native';\n", 'web.js': '' };
    expect(await problemsWith(files, { imports })).toEqual([
      expect.stringMatching(/^import of @example\/sound: Error.*Cannot find module '.*\/node\.js'/),
    ]);
  });

  test('error: the target for browsers is missing', async () => {
    const files = { 'index.js': "import '#native';\n", 'node.js': '' };
    expect(await problemsWith(files, { imports })).toEqual([
      expect.stringMatching(/^for browsers, import of @example\/sound: Error.*Cannot find module '.*\/web\.js'/),
    ]);
  });

  test('error: a problem that browsers share is reported once', async () => {
    const files = { 'index.js': "import 'gone';\n" };
    const problems = await problemsWith(files, { imports });
    expect(problems).toEqual([expect.stringContaining('import of @example/sound: Error [ERR_MODULE_NOT_FOUND]')]);
  });

  test('error: types in the code', async () => {
    const files = { 'index.ts': 'export const answer: number = 42;\n' };
    expect(await problemsWith(files, { exports: { ...exports, '.': './index.ts' } })).toEqual([
      expect.stringContaining('ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING'),
    ]);
  });

  test('error: not JSON', async () => {
    expect(await problemsWith({ 'data.json': '{' })).toEqual([
      expect.stringContaining('import of @example/sound/data: SyntaxError'),
    ]);
  });

  test('error: an import ends the process', async () => {
    expect(await problemsWith({ 'second.js': 'process.exit(3);\n' })).toEqual([
      'import of @example/sound/second: it ended the process with 3',
    ]);
  });

  test('error: an import never settles', async () => {
    // Without the channel to the parent, nothing keeps the process alive, as in a standalone program.
    const forever = 'process.channel?.unref();\nawait new Promise(() => {});\n';
    expect(await problemsWith({ 'second.js': forever })).toEqual([
      'import of @example/sound/second: it ended the process with 13',
    ]);
  });

  test('error: an import leaves an error behind', async () => {
    expect(await problemsWith({ 'second.js': "setTimeout(() => Promise.reject(new Error('late')), 500);\n" })).toEqual([
      'after all imports the process ended with 1',
    ]);
  });
});
