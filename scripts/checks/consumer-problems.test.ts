import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consumerProblems } from './consumer-problems.ts';
import type { PackedPackage } from './install-tarball.ts';

let workspace: string;
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'consumer-problems-'));
});
afterEach(() => rm(workspace, { recursive: true }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true });
    await writeFile(join(workspace, name), text);
  }
}

/** Packs a package that re-exports these modules and exports a unit. */
async function pack(name: string, modules: readonly string[], fields: object = {}): Promise<PackedPackage> {
  const code = [...modules.map((module) => `export * from '${module}';\n`), "export const own = 'x';\n"].join('');
  const manifest = {
    name: `@example/${name}`,
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './units/*': './units/*.js' },
    ...fields,
  };
  await write({
    [`${name}/package/package.json`]: JSON.stringify(manifest),
    [`${name}/package/index.js`]: code,
    [`${name}/package/index.d.ts`]: code.replace('const own =', 'declare const own:'),
    [`${name}/package/units/one.js`]: 'export const one = 1;\n',
    [`${name}/package/units/one.d.ts`]: 'export declare const one: 1;\n',
  });
  execFileSync('tar', ['-czf', `${name}.tgz`, '-C', name, 'package'], { cwd: workspace });
  return { name: `@example/${name}`, directory: join(workspace, name), tarball: join(workspace, `${name}.tgz`) };
}

/** Installs a dependency behind a link, as pnpm does. */
async function installDependency(name: string, dependency: string): Promise<void> {
  const store = `node_modules/.pnpm/${dependency}/node_modules/${dependency}`;
  const exports = { types: './index.d.ts', default: './index.js' };
  await write({
    [`${store}/package.json`]: JSON.stringify({ name: dependency, type: 'module', exports }),
    [`${store}/index.js`]: `export const ${dependency} = 1;\n`,
    [`${store}/index.d.ts`]: `export declare const ${dependency}: 1;\n`,
  });
  await mkdir(join(workspace, name, 'node_modules'), { recursive: true });
  await symlink(join(workspace, store), join(workspace, name, 'node_modules', dependency));
}

describe('consumerProblems', () => {
  test('default', async () => {
    const fields = { dependencies: { direct: '1.0.0' }, peerDependencies: { peer: '^1.0.0' } };
    const packed = await pack('sound', ['direct', 'peer'], fields);
    await installDependency('sound', 'direct');
    await installDependency('sound', 'peer');
    expect(await consumerProblems(packed)).toEqual([]);
  });

  test('behavior: other packages of the workspace come from their tarballs, with their dependencies', async () => {
    const packed = await pack('sound', ['@example/other'], { dependencies: { '@example/other': '1.0.0' } });
    const dependencies = { direct: '1.0.0', '@example/sound': '1.0.0' };
    const other = await pack('other', ['direct'], { dependencies });
    await installDependency('other', 'direct');
    expect(await consumerProblems(packed, [packed, other])).toEqual([]);
  });

  test('error: files of an entry point and of a command are missing', async () => {
    const packed = await pack('unsound', ['./gone.js'], { bin: { unsound: './bin.js' } });
    expect(await consumerProblems(packed)).toEqual([
      "import of @example/unsound: Error [ERR_MODULE_NOT_FOUND]: Cannot find module 'node_modules/@example/unsound/gone.js' imported from node_modules/@example/unsound/index.js",
      'bin unsound: ./bin.js is missing',
      expect.stringContaining(
        "node_modules/@example/unsound/index.d.ts(1,15): error TS2307: Cannot find module './gone.js'",
      ),
    ]);
  });

  test('error: a file behind a pattern cannot be imported', async () => {
    await write({
      'unsound/package/units/two.js': "throw new Error('two');\n",
      'unsound/package/units/two.d.ts': 'export {};\n',
    });
    expect(await consumerProblems(await pack('unsound', []))).toEqual([
      'import of @example/unsound/units/two: Error: two',
    ]);
  });

  test('error: imports an undeclared dependency', async () => {
    const packed = await pack('unsound', ['direct']);
    await installDependency('unsound', 'direct');
    expect(await consumerProblems(packed)).toEqual([
      expect.stringContaining("Cannot find package 'direct' imported from node_modules/@example/unsound/index.js"),
      expect.stringContaining("Cannot find module 'direct'"),
    ]);
  });

  test('error: a dependency would be missing', async () => {
    const dependencies = { direct: '1.0.0', '@example/private': '1.0.0' };
    const packed = await pack('unsound', [], { dependencies });
    await write({ 'private/package.json': '{}' });
    await mkdir(join(workspace, 'unsound/node_modules/@example'), { recursive: true });
    await symlink(join(workspace, 'private'), join(workspace, 'unsound/node_modules/@example/private'));
    expect(await consumerProblems(packed)).toEqual([
      '@example/unsound needs direct, which is not installed',
      '@example/unsound needs @example/private, which is not packed',
    ]);
  });
});
