import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey } from '@mintmark/stamper';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCaller } from './caller.ts';

const { publicKey, privateKey } = generatePrivateKey('p256').toApiKey();
const other = generatePrivateKey('p256').toApiKey();
const organizationId = '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8';
const root = {
  baseUrl: 'http://127.0.0.1:1234/',
  organizationId: organizationId.toUpperCase(),
  apiPublicKey: publicKey,
  apiPrivateKey: privateKey,
  authProxyConfigId: 'of-file',
  keys: { signer: '04' },
};
const environment = { MINTMARK_API_PUBLIC_KEY: publicKey, MINTMARK_API_PRIVATE_KEY: privateKey };
const defaultUrl = 'http://127.0.0.1:8080';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-caller-'));
  mkdirSync(join(directory, 'data'));
  fileWith(root, 'data/root.json');
});
afterAll(() => rmSync(directory, { recursive: true }));

function fileWith(content: unknown, name = 'key.json', mode = 0o600): string {
  const path = join(directory, name);
  rmSync(path, { force: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode });
  chmodSync(path, mode);
  return path;
}

const withData = (env: NodeJS.ProcessEnv = {}) => ({
  env: { MINTMARK_DATA_DIR: join(directory, 'data'), ...env },
  cwd: '.',
});
const nothing = { env: {}, cwd: '.' };

describe('readCaller', () => {
  test('default: root.json of the data directory', async () => {
    const caller = await readCaller({}, withData(), defaultUrl);
    expect(caller).toMatchObject({ organizationId, authProxyConfigId: 'of-file', baseUrl: 'http://127.0.0.1:1234' });
    expect(
      JSON.parse(Buffer.from((await (await caller.stamper()).stamp('x')).value, 'base64url').toString()),
    ).toMatchObject({ publicKey });
  });

  test('args: a file with only a key', async () => {
    const key = fileWith({ apiPublicKey: publicKey, apiPrivateKey: privateKey });
    const caller = await readCaller({ key }, nothing, defaultUrl);
    expect(caller).toMatchObject({ source: key, organizationId: undefined, baseUrl: defaultUrl });
    expect(await (await caller.stamper()).stamp('x')).toMatchObject({ name: 'X-Stamp' });
  });

  test('args: the environment, before root.json', async () => {
    const env = withData({
      ...environment,
      MINTMARK_ORGANIZATION_ID: organizationId,
      MINTMARK_BASE_URL: 'https://a.example',
    });
    const caller = await readCaller({}, env, defaultUrl);
    expect(caller).toMatchObject({ source: 'the environment', organizationId, baseUrl: 'https://a.example' });
  });

  test('args: options, before the environment', async () => {
    const env = withData({
      ...environment,
      MINTMARK_ORGANIZATION_ID: 'x',
      MINTMARK_BASE_URL: 'https://a.example',
      MINTMARK_AUTH_PROXY_CONFIG_ID: 'of-env',
    });
    const options = { key: fileWith(root), url: 'https://b.example/', 'auth-proxy-config': 'of-option' };
    expect(await readCaller(options, env, defaultUrl)).toMatchObject({
      organizationId,
      baseUrl: 'https://b.example',
      authProxyConfigId: 'of-option',
    });
    expect((await readCaller({ key: fileWith(root) }, env, defaultUrl)).authProxyConfigId).toBe('of-env');
  });

  test('behavior: a sign-up call needs no key', async () => {
    const caller = await readCaller(
      { 'auth-proxy-config': 'x' },
      { env: { MINTMARK_DATA_DIR: directory }, cwd: '.' },
      defaultUrl,
    );
    expect(caller).toMatchObject({ authProxyConfigId: 'x', baseUrl: defaultUrl });
    await expect(caller.stamper()).rejects.toThrow(/^there is no key: use --key FILE, or set MINTMARK_API_PUBLIC_KEY/);
  });

  test.each([0o600, 0o400, 0o640])('behavior: a file with the mode %o', async (mode) => {
    await expect(readCaller({ key: fileWith(root, 'mode.json', mode) }, nothing, defaultUrl)).resolves.toBeDefined();
  });

  test('behavior: a link to a file', async () => {
    const link = join(directory, 'link.json');
    symlinkSync(fileWith(root), link);
    await expect(readCaller({ key: link }, nothing, defaultUrl)).resolves.toBeDefined();
  });

  test.each([0o604, 0o644, 0o620, 0o660])('error: other users can access a file with the mode %o', async (mode) => {
    await expect(readCaller({ key: fileWith(root, 'open.json', mode) }, nothing, defaultUrl)).rejects.toThrow(
      `open.json (mode 0${mode.toString(8)}): run chmod 600 on it`,
    );
  });

  test.each([
    ['is cut off', JSON.stringify(root).slice(0, -5)],
    ['is not an object', 'null'],
    ['has no public key', { apiPrivateKey: privateKey }],
    ['has a member of another type', { ...root, organizationId: 5 }],
  ])('error: a file that %s, without showing it', async (_, content) => {
    const error = await readCaller({ key: fileWith(content) }, nothing, defaultUrl).catch((thrown) => thrown);
    expect(error.message).toMatch(
      /key\.json is not a key file: it must be a JSON object with the members of root\.json$/,
    );
  });

  test.each([
    ['no file', 'nowhere.json', /^there is no .*nowhere\.json$/],
    ['a directory', '', /is not a regular file$/],
  ])('error: %s', async (_, name, message) => {
    await expect(readCaller({ key: join(directory, name) }, nothing, defaultUrl)).rejects.toThrow(message);
  });

  test.each([
    ['in hex', privateKey],
    ['in hex with 0x', `0x${privateKey}`],
    ['in JSON', JSON.stringify(root)],
    ['in PEM', `-----BEGIN PRIVATE KEY-----\n${privateKey}\n-----END PRIVATE KEY-----\n`],
  ])('error: the key itself %s in place of a file, without showing it', async (_, key) => {
    const error = await readCaller({ key }, nothing, defaultUrl).catch((thrown) => thrown);
    expect(error.message).toBe('--key takes the name of a file: other users can see a key on the command line');
  });

  test.each([
    [
      'no private key',
      { ...root, apiPrivateKey: undefined },
      /has no apiPrivateKey: with MINTMARK_ROOT_PUBLIC_KEY none is written$/,
    ],
    ['halves of two keys', { ...root, apiPublicKey: other.publicKey }, /^the key of .* is not valid/],
    ['a key of another form', { ...root, apiPrivateKey: 'secret' }, /^the key of (?!.*secret)/],
  ])('error: a file with %s', async (_, content, message) => {
    const caller = await readCaller({ key: fileWith(content) }, nothing, defaultUrl);
    await expect(caller.stamper()).rejects.toThrow(message);
  });

  test.each([
    ['MINTMARK_API_PUBLIC_KEY', 'PRIVATE'],
    ['MINTMARK_API_PRIVATE_KEY', 'PUBLIC'],
  ])('error: %s alone', async (name, missing) => {
    await expect(readCaller({}, withData({ [name]: 'x' }), defaultUrl)).rejects.toThrow(
      `MINTMARK_API_${missing}_KEY is missing`,
    );
  });

  test.each(['ftp://a', 'a.example', 'http://user:secret@a.example', 'http://a.example/?secret', ''])(
    'error: the address %j, without showing it',
    async (url) => {
      const error = await readCaller({ url }, withData(), defaultUrl).catch((thrown) => thrown);
      expect(error.message).toBe(
        'the address of the service must be https://… or http://… without a password or query',
      );
    },
  );
});
