import { chown, link, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runsAsRoot, stranger } from '@mintmark/testing/runs-as-root';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { expect, test } from 'vitest';
import { keepRootFile, type RootFile, readRootFile, rewriteRootFile, rootPath } from './root-file.ts';

const root: RootFile = {
  baseUrl: 'http://127.0.0.1:8080',
  instanceId: 'ad6e9f2c-74c1-4a35-b8e5-0f2f66b1a3d7',
  organizationId: '57edc686-4d75-44c8-9591-a0fd76b2c95d',
  userId: '0f5f6f0e-2f6e-4a0c-8f3c-6f1f3b6f8a11',
  authProxyConfigId: 'b1e52f0a-6d3c-4f7e-9a08-c4d21e7b5f96',
  keys: { signer: '04', notarizer: '04', otp: '04', clientSecret: '04' },
  apiPublicKey: '02',
  apiPrivateKey: 'the only copy',
};

test('default', async () => {
  await using directory = await temporaryDirectory();
  expect(await readRootFile(directory.path)).toBeUndefined();
  await keepRootFile(directory.path, root);
  expect(await readRootFile(directory.path)).toEqual(root);
  expect((await stat(rootPath(directory.path))).mode & 0o777).toBe(0o600);
});

test('behavior: the file of an interrupted first start of the same database is replaced', async () => {
  await using directory = await temporaryDirectory();
  const next = { ...root, organizationId: '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8' };
  await keepRootFile(directory.path, root);
  await keepRootFile(directory.path, next);
  expect(await readRootFile(directory.path)).toEqual(next);
});

const isRoot = runsAsRoot('a root.json that another user owns');

test.runIf(isRoot)('behavior: a file that root replaces keeps its owner', async () => {
  await using directory = await temporaryDirectory();
  await keepRootFile(directory.path, root);
  await chown(rootPath(directory.path), 65_534, 65_533);
  await rewriteRootFile(directory.path, { ...root, baseUrl: 'http://127.0.0.1:1' });
  const { uid, gid, mode } = await stat(rootPath(directory.path));
  expect([uid, gid, mode & 0o777]).toEqual([65_534, 65_533, 0o600]);
});

test.each([
  ['of another database', root],
  ['of an earlier version', { ...root, instanceId: undefined }],
])('error: a file %s is not replaced', async (_, content) => {
  await using directory = await temporaryDirectory();
  await keepRootFile(directory.path, content as RootFile);
  const before = await readFile(rootPath(directory.path), 'utf8');
  const next = { ...root, instanceId: 'c41f08b7-9e2d-4a63-b5d0-87f6a3e1c294' };
  await expect(keepRootFile(directory.path, next)).rejects.toThrow(/the organization 57edc686-.*: move it away/);
  expect(await readFile(rootPath(directory.path), 'utf8')).toBe(before);
});

test('error: a link is neither read nor replaced', async () => {
  await using directory = await temporaryDirectory();
  await using other = await temporaryDirectory();
  await keepRootFile(other.path, root);
  await symlink(rootPath(other.path), rootPath(directory.path));
  await expect(readRootFile(directory.path)).rejects.toThrow('is a symbolic link, which is not followed');
  const next = { ...root, baseUrl: 'http://127.0.0.1:1' };
  await expect(keepRootFile(directory.path, next)).rejects.toThrow('is a symbolic link, which is not followed');
  expect(await readRootFile(other.path)).toEqual(root);
});

test('behavior: a replaced file is not changed under its other name', async () => {
  await using directory = await temporaryDirectory();
  const victim = join(directory.path, 'victim');
  await writeFile(victim, JSON.stringify(root), { mode: 0o600 });
  await link(victim, rootPath(directory.path));
  await rewriteRootFile(directory.path, { ...root, baseUrl: 'http://127.0.0.1:1' });
  expect(await readFile(victim, 'utf8')).toBe(JSON.stringify(root));
});

test.runIf(isRoot)('error: a directory of another user gets no file', async () => {
  await using directory = await temporaryDirectory();
  await chown(directory.path, stranger, stranger);
  await expect(keepRootFile(directory.path, root)).rejects.toThrow(`belongs to the user ${stranger}`);
  expect(await readRootFile(directory.path)).toBeUndefined();
});
