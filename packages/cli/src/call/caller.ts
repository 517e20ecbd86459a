import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { isExposed, octal, requireOwnLink, UnsafeFileError } from '@mintmark/server/storage/files/own-file';
import type { ApiKey, Stamper } from '@mintmark/stamper';
import { createP256Stamper } from '@mintmark/stamper/p256';
import { pathFrom } from '../path-from.ts';
import type { Surroundings } from '../surroundings.ts';
import { looksLikeKey } from './looks-like-key.ts';

/** The options that say who calls, and where. */
export interface CallerOptions {
  readonly key?: string | undefined;
  readonly url?: string | undefined;
  readonly 'auth-proxy-config'?: string | undefined;
}

/** Who calls, and where the service is. */
export interface Caller {
  /** Where its key is from, for messages. */
  readonly source: string;
  /** The organization of the key, if it is known. */
  readonly organizationId: string | undefined;
  readonly authProxyConfigId: string | undefined;
  readonly baseUrl: string;
  /** The stamper of its key. Throws when there is no key: a sign-up call needs none. */
  readonly stamper: () => Promise<Stamper>;
}

/** The members of `root.json` that a call reads. A file with only a key has the first two. */
interface KeyFile {
  readonly apiPublicKey?: string;
  readonly apiPrivateKey?: string;
  readonly organizationId?: string;
  readonly baseUrl?: string;
  readonly authProxyConfigId?: string;
}

type CallerSurroundings = Pick<Surroundings, 'env' | 'cwd'>;

/** Reads who calls: from `--key`, or from the environment, or else from `root.json` of the data directory. */
export async function readCaller(
  options: CallerOptions,
  { env, cwd }: CallerSurroundings,
  defaultUrl: string,
): Promise<Caller> {
  const { source, content, isMissing } = await readIdentity(options, { env, cwd });
  const { apiPublicKey: publicKey, apiPrivateKey: privateKey } = content;
  return {
    source,
    organizationId: content.organizationId?.toLowerCase(),
    authProxyConfigId:
      options['auth-proxy-config'] ?? (env['MINTMARK_AUTH_PROXY_CONFIG_ID'] || content.authProxyConfigId),
    baseUrl: readUrl(options.url ?? (env['MINTMARK_BASE_URL'] || (content.baseUrl ?? defaultUrl))),
    async stamper() {
      if (isMissing)
        throw new SettingsError(
          `there is no key: use --key FILE, or set MINTMARK_API_PUBLIC_KEY and MINTMARK_API_PRIVATE_KEY (there is no ${source}, which the first start of the service writes)`,
        );
      if (!publicKey) throw new SettingsError(`${source} has no apiPublicKey`);
      if (!privateKey)
        throw new SettingsError(`${source} has no apiPrivateKey: with MINTMARK_ROOT_PUBLIC_KEY none is written`);
      return await checkedStamper(source, { publicKey, privateKey });
    },
  };
}

async function readIdentity({ key }: CallerOptions, { env, cwd }: CallerSurroundings) {
  if (key !== undefined) {
    if (looksLikeKey(key))
      throw new SettingsError('--key takes the name of a file: other users can see a key on the command line');
    const content = await readKeyFile(key, cwd);
    if (!content) throw new SettingsError(`there is no ${key}`);
    return { source: key, content, isMissing: false };
  }
  const apiPublicKey = env['MINTMARK_API_PUBLIC_KEY'];
  const apiPrivateKey = env['MINTMARK_API_PRIVATE_KEY'];
  if (apiPublicKey || apiPrivateKey) {
    if (!apiPublicKey || !apiPrivateKey)
      throw new SettingsError(
        `MINTMARK_API_${apiPublicKey ? 'PRIVATE' : 'PUBLIC'}_KEY is missing, but the other one is set`,
      );
    const organizationId = env['MINTMARK_ORGANIZATION_ID'];
    const content: KeyFile = { apiPublicKey, apiPrivateKey, ...(organizationId && { organizationId }) };
    return { source: 'the environment', content, isMissing: false };
  }
  const path = join(env['MINTMARK_DATA_DIR'] || '.mintmark', 'root.json');
  const content = await readKeyFile(path, cwd);
  return { source: path, content: content ?? {}, isMissing: content === undefined };
}

/** Reads a file with a key, if it exists. Its owner may be another user, but no other user may read the key or replace it. */
async function readKeyFile(path: string, cwd: string): Promise<KeyFile | undefined> {
  const text = await readPrivateText(pathFrom(cwd, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    if (error instanceof UnsafeFileError) throw error;
    throw new SettingsError(`${path} cannot be read: ${error.code}`);
  });
  if (text === undefined) return undefined;
  const content = parseObject(text);
  const names = ['apiPublicKey', 'apiPrivateKey', 'organizationId', 'baseUrl', 'authProxyConfigId'];
  const isWrong = names.some((name) => !['string', 'undefined'].includes(typeof content[name]));
  if (isWrong || content['apiPublicKey'] === undefined)
    throw new SettingsError(`${path} is not a key file: it must be a JSON object with the members of root.json`);
  return content;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    // The parser's message would quote the file, including the key.
    return {};
  }
}

async function readPrivateText(path: string): Promise<string> {
  await requireOwnLink(path);
  // Without O_NONBLOCK, opening a pipe would block.
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stats = await file.stat();
  if (!stats.isFile()) throw new UnsafeFileError(`${path} is not a regular file`);
  if (isExposed(stats))
    throw new UnsafeFileError(`other users can access ${path} (mode ${octal(stats.mode)}): run chmod 600 on it`);
  return await file.readFile('utf8');
}

/** A path is appended to it, and errors must not repeat a password. */
function readUrl(url: string): string {
  if (!/^https?:\/\/[^\s?#@]+$/.test(url))
    throw new SettingsError('the address of the service must be https://… or http://… without a password or query');
  return url.replace(/\/+$/, '');
}

/** The stamper of a key whose halves belong together. */
async function checkedStamper(source: string, key: ApiKey): Promise<Stamper> {
  try {
    const stamper = createP256Stamper(key);
    await stamper.stamp('');
    return stamper;
  } catch {
    throw new SettingsError(
      `the key of ${source} is not valid: apiPublicKey and apiPrivateKey must be one P-256 key pair, in hex`,
    );
  }
}
