import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../command.ts';
import { folderCircles, isTest } from './folder-circles.ts';
import { importCircles } from './import-circles.ts';
import { packagesOf, problemOf, wings } from './import-order.ts';
import { importsOf, relativeImports } from './imports-of.ts';
import { readSources } from './source-files.ts';

let sources: Map<string, string>;
let files: string[];
beforeAll(async () => {
  sources = await readSources();
  files = [...sources.keys()].filter((path) => !isTest(path));
});

const server = 'packages/server/src/';
const foldersOf = (start: string, depth: number) =>
  new Set(
    files
      .filter((path) => path.startsWith(start))
      .map((path) => dirname(path.slice(start.length)).split('/'))
      .filter((parts) => parts.length >= depth && parts[0] !== '.')
      .map((parts) => parts.slice(0, depth).join('/')),
  );

describe('problemOf', () => {
  test('default: down, or in the same wing', () => {
    expect(problemOf(`${server}runtime/app.ts`, `${server}core/model/ids.ts`)).toBe(undefined);
    expect(problemOf(`${server}core/model/ids.ts`, `${server}core/ports/earn.ts`)).toBe(undefined);
    expect(problemOf(`${server}index.ts`, `${server}runtime/app.ts`)).toBe(undefined);
  });

  test('error: up', () => {
    expect(problemOf(`${server}core/model/ids.ts`, `${server}runtime/app.ts`)).toBe(
      `${server}core/model/ids.ts (core) imports ${server}runtime/app.ts (runtime)`,
    );
  });
});

test('default: imports between the wings of the server go down', () => {
  expect([...foldersOf(server, 1)].toSorted()).toEqual(wings.toSorted());
  const problems = files.flatMap((path) =>
    [...relativeImports(path, sources.get(path) ?? '')].flatMap((imported) => problemOf(path, imported) ?? []),
  );
  expect(problems).toEqual([]);
});

test('default: few files are outside of the wings', () => {
  const loose = files.filter((path) => path.startsWith(server) && !path.slice(server.length).includes('/'));
  expect(loose.length).toBeLessThanOrEqual(8);
});

test('default: no circle of files in the packages', () => {
  expect(files).toContain('packages/console/src/shell.tsx');
  expect(importCircles(sources)).toEqual([]);
});

test('default: no circle of folders in the packages', () => {
  expect(folderCircles(sources)).toEqual([]);
});

test('default: the order has every package', async () => {
  expect(Object.keys(packagesOf).toSorted()).toEqual((await readdir(join(root, 'packages'))).toSorted());
});

test.each(Object.entries(packagesOf))('default: %s imports no other packages than %j', (name, allowed) => {
  const imported = files
    .filter((path) => path.startsWith(`packages/${name}/src/`))
    .flatMap((path) => [...importsOf(path, sources.get(path) ?? '')])
    .flatMap((specifier) => /^@mintmark\/([a-z]+)/.exec(specifier)?.[1] ?? []);
  expect([...new Set(imported)].filter((other) => other !== name && !allowed.includes(other))).toEqual([]);
});

/** The part of CONTRIBUTING.md with the folders, by package. */
async function readMap(): Promise<Map<string, string>> {
  const text = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, map = ''] = /## How it is laid out\n\n```\n(.*?)```/s.exec(text) ?? [];
  const parts = map.split(/^(?=packages\/)/m).map((part) => [/^packages\/(\w+)/.exec(part)?.[1] ?? '', part] as const);
  return new Map(parts);
}

test('default: the map of CONTRIBUTING.md has every folder', async () => {
  const map = await readMap();
  const names = new Set(files.map((path) => path.split('/')[1] as string));
  const missing = [...names].flatMap((name) => {
    const part = map.get(name) ?? '';
    const tops = [...foldersOf(`packages/${name}/src/`, 1)].map((folder) => `src/${folder}`);
    return tops.filter((folder) => !new RegExp(`${folder}\\b(?!-)`).test(part)).map((folder) => `${name}: ${folder}`);
  });
  expect(missing).toEqual([]);
});

test('default: the map of CONTRIBUTING.md has every room of the server', async () => {
  const part = (await readMap()).get('server') ?? '';
  const missing = [...foldersOf(server, 2)].filter((room) => {
    const [wing, name] = room.split('/') as [string, string];
    const [text = ''] = new RegExp(`^  src/${wing}\\b.*?(?=^  src/|$(?![\\s\\S]))`, 'ms').exec(part) ?? [];
    // The chapters of the operations are those of the units.
    return wing !== 'operations' && !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text);
  });
  expect(missing).toEqual([]);
});
