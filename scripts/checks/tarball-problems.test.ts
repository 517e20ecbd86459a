import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tarballProblems } from './tarball-problems.ts';

const manifest = {
  name: '@example/sound',
  version: '1.0.0',
  type: 'module',
  license: 'Apache-2.0',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: {
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
    './openapi.json': './v1/openapi.json',
    './openapi.yaml': './v1/openapi.yaml',
  },
  bin: { sound: 'dist/bin.js' },
  files: ['dist/index.*', 'v1'],
};

const sound: Record<string, string> = {
  LICENSE: 'Apache License',
  'README.md': '# Sound',
  'dist/bin.js': '#!/usr/bin/env node\nimport "./index.js";\n',
  'dist/index.d.ts': 'export declare const answer: 42;\n',
  'dist/index.js': 'export const answer = 42;\n',
  'v1/openapi.json': '{}',
  'v1/openapi.yaml': '{}',
};

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tarball-problems-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** The sound package with some files and fields changed; an undefined one is left out. */
async function pack(files: Record<string, string | undefined>, fields: object = {}): Promise<string> {
  const content = { ...sound, 'package.json': JSON.stringify({ ...manifest, ...fields }), ...files };
  for (const [name, text] of Object.entries(content)) {
    if (text === undefined) continue;
    const path = join(directory, 'package', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode: name === 'dist/bin.js' ? 0o755 : 0o644 });
  }
  execFileSync('tar', ['-czf', 'sound.tgz', 'package'], { cwd: directory });
  return join(directory, 'sound.tgz');
}

describe('tarballProblems', () => {
  test('default', async () => {
    expect(await tarballProblems(await pack({}))).toEqual([]);
  });

  test('error: a licence or a readme is missing', async () => {
    expect(await tarballProblems(await pack({ LICENSE: undefined, 'README.md': undefined }))).toEqual([
      'LICENSE is missing',
      'README.md is missing',
    ]);
  });

  test('error: a test is packed', async () => {
    expect(await tarballProblems(await pack({ 'dist/index.test.js': 'export {};\n' }))).toEqual([
      'dist/index.test.js is a test',
    ]);
  });

  test('error: a packed file is not named in "files"', async () => {
    expect(await tarballProblems(await pack({ 'src/index.ts': 'export const answer = 42;\n' }))).toEqual([
      'src/index.ts is not named in "files"',
    ]);
  });

  test('error: a pattern in "files" matches nothing', async () => {
    expect(await tarballProblems(await pack({}, { files: ['dist', 'docs'] }))).toContain(
      '"files" names docs, which matches no file',
    );
  });

  test('error: a range that only the workspace understands', async () => {
    const dependencies = { '@example/other': 'workspace:*', zod: 'catalog:' };
    expect(await tarballProblems(await pack({}, { dependencies }))).toEqual([
      'package.json still says "workspace:*"',
      'package.json still says "catalog:"',
    ]);
  });

  test('error: publint has a suggestion', async () => {
    const [problem, ...others] = await tarballProblems(await pack({}, { license: undefined }));
    expect(problem).toContain('does not specify the "license" field');
    expect(others).toEqual([]);
  });

  test('error: publint has an error', async () => {
    const exports = { ...manifest.exports, './gone': './dist/index.gone.js' };
    expect(await tarballProblems(await pack({}, { exports }))).toContainEqual(
      expect.stringContaining('./dist/index.gone.js but the file does not exist'),
    );
  });

  test('error: types import what is not packed', async () => {
    expect(await tarballProblems(await pack({ 'dist/index.d.ts': "export * from './answer.js';\n" }))).toEqual([
      'InternalResolutionError /node_modules/@example/sound/dist/index.d.ts ./answer.js (node16)',
      'InternalResolutionError /node_modules/@example/sound/dist/index.d.ts ./answer.js (bundler)',
    ]);
  });

  test('behavior: a package that exports no code needs no types', async () => {
    const exports = { './openapi.json': './v1/openapi.json' };
    expect(await tarballProblems(await pack({ 'dist/index.d.ts': undefined }, { exports }))).toEqual([]);
  });

  test('error: no types', async () => {
    const exports = { '.': './dist/index.js' };
    expect(await tarballProblems(await pack({ 'dist/index.d.ts': undefined }, { exports }))).toEqual(['has no types']);
  });
});
