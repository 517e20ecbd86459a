import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Target } from './target.ts';

interface RootFile extends Omit<Target, 'urls' | 'signIn' | 'hasChain' | typeof Symbol.asyncDispose> {
  readonly baseUrl: string;
}

/** The file that the first start of a server writes about its first organization. */
export async function readRootFile(path: string): Promise<RootFile> {
  const { keys, ...root } = JSON.parse(await readFile(path, 'utf8')) as Record<string, string | undefined> & {
    readonly keys?: { readonly clientSecret?: string };
  };
  const { baseUrl, organizationId, userId, apiPublicKey, apiPrivateKey, authProxyConfigId } = root;
  if (!baseUrl || !organizationId || !userId || !apiPublicKey || !apiPrivateKey || !keys?.clientSecret)
    throw new Error(`${path} must have baseUrl, organizationId, userId, apiPublicKey, apiPrivateKey and keys`);
  return {
    baseUrl,
    organizationId,
    userId,
    apiKey: { publicKey: apiPublicKey, privateKey: apiPrivateKey },
    authProxyConfigId: authProxyConfigId ?? organizationId,
    clientSecretKey: keys.clientSecret,
    // The file is in the data directory.
    mailDirectories: [join(dirname(path), 'mail')],
  };
}
