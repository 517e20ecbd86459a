import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root as repository } from '../command.ts';
import { checkPackages } from './check-packages.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'check-packages-test-'));
  const { packageManager } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  await write('package.json', { private: true, packageManager });
  await write('pnpm-workspace.yaml', { packages: ['packages/*'], pmOnFail: 'ignore' });
  await write('LICENSE', 'Apache License');
  await writePackage('sound', {});
});
afterEach(() => rm(root, { recursive: true }));

async function write(path: string, content: unknown) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

async function writePackage(name: string, fields: object) {
  const exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  await write(`packages/${name}/package.json`, {
    name: `@example/${name}`,
    version: '1.0.0',
    type: 'module',
    license: 'Apache-2.0',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': './src/index.ts' },
    files: ['dist', '!dist/**/*.test.*'],
    publishConfig: { access: 'public', exports },
    ...fields,
  });
  await write(`packages/${name}/README.md`, '# Example');
  await write(`packages/${name}/src/index.ts`, 'export const answer = 42;\n');
  await write(`packages/${name}/src/index.test.ts`, 'export {};\n');
  await write(`packages/${name}/dist/index.js`, 'export const answer = 42;\n');
  await write(`packages/${name}/dist/index.d.ts`, 'export declare const answer: 42;\n');
  await write(`packages/${name}/dist/index.test.js`, 'export {};\n');
}

describe('checkPackages', () => {
  test('default', async () => {
    await writePackage('dependent', { dependencies: { '@example/sound': 'workspace:*' } });
    await writePackage('private', { private: true, files: ['src'] });
    expect(await checkPackages(root)).toBe('@example/dependent: ready to publish\n@example/sound: ready to publish');
  });

  test('error: one of them is not ready', async () => {
    await writePackage('leaky', { files: ['dist'] });
    await expect(checkPackages(root)).rejects.toThrow(
      '@example/leaky: not ready to publish\n  dist/index.test.js is a test\n@example/sound: ready to publish',
    );
  });

  test('error: one of them cannot be imported', async () => {
    await writePackage('broken', {});
    await write('packages/broken/dist/index.js', "throw new Error('not here');\n");
    await expect(checkPackages(root)).rejects.toThrow(
      '@example/broken: not ready to publish\n  import of @example/broken: Error: not here\n@example/sound: ready',
    );
  });

  test('behavior: files without a source are not packed', async () => {
    await write('packages/sound/dist/gone.test.js', 'export {};\n');
    await writePackage('sound', { files: ['dist/index.js', 'dist/index.d.ts', 'dist/gone.*'] });
    await expect(checkPackages(root)).rejects.toThrow('"files" names dist/gone.*, which matches no file');
  });

  test('behavior: files of a bundle are packed, though they have no source', async () => {
    await write('packages/sound/dist/chunk.js', 'export {};\n');
    await write('packages/sound/dist/third-party-licences.txt', 'none\n');
    await writePackage('sound', { files: ['dist/index.js', 'dist/index.d.ts', 'dist/chunk.js'] });
    expect(await checkPackages(root)).toBe('@example/sound: ready to publish');
  });

  test('error: not built', async () => {
    await rm(join(root, 'packages/sound/dist'), { recursive: true });
    await expect(checkPackages(root)).rejects.toThrow('dist is missing: build it with tsc -b');
  });
});
