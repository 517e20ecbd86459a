import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { chmod, chown, lchown, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { runsAsRoot, stranger } from '@mintmark/testing/runs-as-root';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { describe, expect, test } from 'vitest';
import { addMasterKey, createMasterKeyFile, readMasterKeyFile } from './master-key-file.ts';

const key = randomBytes(32);
const older = randomBytes(32);
const isRoot = runsAsRoot('a master key that another user owns');

async function fileWith(content: string | Buffer, mode = 0o600) {
  const directory = await temporaryDirectory();
  const path = join(directory.path, 'master.key');
  await writeFile(path, content);
  await chmod(path, mode);
  return { path, [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose]() };
}

test('default: reads the file that was created, which only its owner can read', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'master.key');
  await createMasterKeyFile(path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readMasterKeyFile(path)).toEqual([expect.objectContaining({ length: 32 })]);
  expect(await readdir(directory.path)).toEqual(['master.key']);
});

test('behavior: a key is added before the others', async () => {
  await using file = await fileWith(key.toString('hex'));
  await addMasterKey(file.path);
  const [added, ...rest] = await readMasterKeyFile(file.path);
  expect(rest).toEqual([key]);
  expect(added).not.toEqual(key);
  await addMasterKey(file.path);
  expect((await readMasterKeyFile(file.path)).slice(1)).toEqual([added, key]);
});

test('behavior: a file keeps its mode, owner and group when a key is added', async () => {
  await using file = await fileWith(key.toString('hex'), 0o640);
  // Only root can change the owner of a file.
  if (process.getuid?.() === 0) await chown(file.path, 0, 23_456);
  const { uid, gid, mode } = await stat(file.path);
  await addMasterKey(file.path);
  expect(await readMasterKeyFile(file.path)).toHaveLength(2);
  expect(await stat(file.path)).toMatchObject({ uid, gid, mode });
});

test('behavior: a link to a file stays one', async () => {
  await using file = await fileWith(key.toString('hex'));
  const directory = join(dirname(file.path), 'mounted');
  await mkdir(directory);
  await symlink('../master.key', join(directory, 'data'));
  await symlink('data', join(directory, 'key'));
  await addMasterKey(join(directory, 'key'));
  expect((await lstat(join(directory, 'key'))).isSymbolicLink()).toBe(true);
  expect((await lstat(join(directory, 'data'))).isSymbolicLink()).toBe(true);
  expect(await readMasterKeyFile(file.path)).toHaveLength(2);
  expect(await readdir(directory)).toEqual(['data', 'key']);
});

test('behavior: reads a secret that Kubernetes mounted: links in a sticky directory that all users may write to', async () => {
  await using directory = await temporaryDirectory();
  await chmod(directory.path, 0o1777);
  await mkdir(join(directory.path, '..2026_11_15'));
  await writeFile(join(directory.path, '..2026_11_15', 'master.key'), key.toString('hex'), { mode: 0o400 });
  await symlink('..2026_11_15', join(directory.path, '..data'));
  await symlink('..data/master.key', join(directory.path, 'master.key'));
  expect(await readMasterKeyFile(join(directory.path, 'master.key'))).toEqual([key]);
});

test('behavior: concurrent creations leave one file', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'master.key');
  const made = await Promise.allSettled(
    Array.from({ length: 8 }, async () => {
      await createMasterKeyFile(path);
      return await readFile(path, 'utf8');
    }),
  );
  const contents = made.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(contents).toEqual([await readFile(path, 'utf8')]);
  expect(await readdir(directory.path)).toEqual(['master.key']);
});

test.each([
  ['hex', key.toString('hex'), [key]],
  ['upper-case hex with the end of a line', `${key.toString('hex').toUpperCase()}\r\n`, [key]],
  ['base64', `${key.toString('base64')}\n`, [key]],
  ['bare bytes', key, [key]],
  [
    'comments and an earlier key',
    `# new\n${key.toString('hex')}\n\n# old\n${older.toString('base64')}\n`,
    [key, older],
  ],
])('args: %s', async (_, content, keys) => {
  await using file = await fileWith(content);
  expect(await readMasterKeyFile(file.path)).toEqual(keys);
});

test.each([0o600, 0o400, 0o640, 0o440])('args: mode %o', async (mode) => {
  await using file = await fileWith(key.toString('hex'), mode);
  expect(await readMasterKeyFile(file.path)).toHaveLength(1);
});

describe('error', () => {
  test('MASTER_KEY_MISSING', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'none');
    const message = `there is no master key at ${path}`;
    await expect(readMasterKeyFile(path)).rejects.toMatchObject({ code: 'MASTER_KEY_MISSING', message });
  });

  test('MASTER_KEY_INVALID: a directory, without advice to change its mode', async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o777);
    const message = `${directory.path} is not a file`;
    await expect(readMasterKeyFile(directory.path)).rejects.toMatchObject({ code: 'MASTER_KEY_INVALID', message });
  });

  test('MASTER_KEY_INVALID: a pipe, without blocking', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'pipe');
    execFileSync('mkfifo', ['-m', '600', path]);
    const message = `${path} is not a file`;
    await expect(readMasterKeyFile(path)).rejects.toMatchObject({ code: 'MASTER_KEY_INVALID', message });
  });

  test.each([0o604, 0o644, 0o660, 0o602, 0o601])('MASTER_KEY_EXPOSED, mode %o', async (mode) => {
    await using file = await fileWith(key.toString('hex'), mode);
    await expect(readMasterKeyFile(file.path)).rejects.toMatchObject({ code: 'MASTER_KEY_EXPOSED' });
  });

  test.runIf(isRoot)('MASTER_KEY_EXPOSED: a key of another user is neither read nor written', async () => {
    await using file = await fileWith(key.toString('hex'));
    await chown(file.path, stranger, stranger);
    const refusal = {
      code: 'MASTER_KEY_EXPOSED',
      message:
        `the master key ${file.path} belongs to another user (${stranger}), who can read and replace it: ` +
        'start as that user, or chown it to the user 0',
    };
    await expect(readMasterKeyFile(file.path)).rejects.toMatchObject(refusal);
    await expect(addMasterKey(file.path)).rejects.toMatchObject(refusal);
    expect(await readFile(file.path, 'utf8')).toBe(key.toString('hex'));
  });

  test('MASTER_KEY_EXPOSED: a link that others can replace', async () => {
    await using file = await fileWith(key.toString('hex'));
    const directory = join(dirname(file.path), 'mounted');
    await mkdir(directory);
    await symlink('../master.key', join(directory, 'key'));
    await chmod(directory, 0o777);
    await expect(readMasterKeyFile(join(directory, 'key'))).rejects.toMatchObject({
      code: 'MASTER_KEY_EXPOSED',
      message: `other users can write to ${directory} (mode 0777): run chmod go-w on it`,
    });
  });

  test.runIf(isRoot)('MASTER_KEY_EXPOSED: a link of another user', async () => {
    await using file = await fileWith(key.toString('hex'));
    const link = `${file.path}.link`;
    await symlink('master.key', link);
    await lchown(link, stranger, stranger);
    await expect(readMasterKeyFile(link)).rejects.toMatchObject({
      code: 'MASTER_KEY_EXPOSED',
      message: `${link} is a symbolic link of the user ${stranger}: remove it`,
    });
  });

  test.runIf(isRoot)('MASTER_KEY_NOT_WRITTEN: a directory of another user', async () => {
    await using directory = await temporaryDirectory();
    await chown(directory.path, stranger, stranger);
    await expect(createMasterKeyFile(join(directory.path, 'master.key'))).rejects.toMatchObject({
      code: 'MASTER_KEY_NOT_WRITTEN',
      message: expect.stringContaining(`${directory.path} belongs to the user ${stranger}`),
    });
    expect(await readdir(directory.path)).toEqual([]);
  });

  test.each([
    ['nothing', '', 'is empty'],
    ['only a comment', '# a key\n', 'is empty'],
    ['a byte too few', key.toString('hex').slice(2), 'its key is not 32 bytes'],
    ['a byte too many', `${key.toString('hex')}00`, 'its key is not 32 bytes'],
    ['two keys on a line', `${key.toString('hex')} ${older.toString('hex')}`, 'its key is not 32 bytes'],
    ['a passphrase', 'correct horse battery staple', 'its key is not 32 bytes'],
    ['a bad second key', `${key.toString('hex')}\nxyz`, 'key 2 is not 32 bytes'],
    ['half a key in hex', key.toString('hex').slice(32), 'its key is not 32 bytes'],
    ['a passphrase as long as a key', 'correct horse battery staple 12\n', 'its key is not 32 bytes'],
    ['31 bytes', Buffer.alloc(31, 0xab), 'its key is not 32 bytes'],
  ])('MASTER_KEY_INVALID: %s', async (_, content, message) => {
    await using file = await fileWith(content);
    const error = await readMasterKeyFile(file.path).catch((reason: Error) => reason);
    expect(error).toMatchObject({ code: 'MASTER_KEY_INVALID', message: expect.stringContaining(message) });
    expect(String(error)).not.toContain((await readFile(file.path, 'latin1')).trim() || 'nothing');
  });

  test('MASTER_KEY_NOT_WRITTEN: there is a file, or a dangling link', async () => {
    await using file = await fileWith(key.toString('hex'));
    const dangling = `${file.path}.link`;
    await symlink('none', dangling);
    for (const path of [file.path, dangling]) {
      const message = `there is already a master key at ${path}`;
      await expect(createMasterKeyFile(path)).rejects.toMatchObject({ code: 'MASTER_KEY_NOT_WRITTEN', message });
    }
    expect(await readMasterKeyFile(file.path)).toEqual([key]);
    expect(await readdir(dirname(file.path))).toEqual(['master.key', 'master.key.link']);
  });

  test.each([
    ['before', 1],
    ['after', 2],
  ])('MASTER_KEY_NOT_WRITTEN: another process writes the file just %s it is replaced', async (_, changes) => {
    await using file = await fileWith(key.toString('hex'));
    const adding = addMasterKey(file.path).catch((reason: unknown) => reason);
    // The new file first has a temporary name, which then disappears: the number of files changes at both moments.
    const files = () => readdirSync(dirname(file.path)).length;
    for (let change = 1, count = 1; change <= changes; change++, count = files())
      while (files() === count) await setImmediate();
    writeFileSync(file.path, older.toString('hex'));
    expect(await adding).toMatchObject({
      code: 'MASTER_KEY_NOT_WRITTEN',
      message: expect.stringContaining('during the rotation: rotate again'),
    });
    expect(await readMasterKeyFile(file.path)).toEqual([older]);
  });

  test('MASTER_KEY_NOT_WRITTEN: no file can be created next to it', async () => {
    await using directory = await temporaryDirectory();
    // A longer file name is not possible. A directory that is not writable would not stop root.
    const path = join(directory.path, 'k'.repeat(255));
    await writeFile(path, key.toString('hex'), { mode: 0o600 });
    await expect(addMasterKey(path)).rejects.toMatchObject({
      code: 'MASTER_KEY_NOT_WRITTEN',
      message: expect.stringMatching(
        /cannot be replaced \(ENAMETOOLONG\): add a new key at the top .* and rotate again$/,
      ),
    });
    expect(await readMasterKeyFile(path)).toEqual([key]);
  });
});
