import { stat } from 'node:fs/promises';
import { readStrictJson } from '@mintmark/stamper/encoding';
import { readOperatorFile } from '../../../storage/files/own-file.ts';
import { invalidOidcToken } from './invalid-oidc-token.ts';
import { type IssuerKey, readIssuerKeys } from './issuer-key.ts';
import type { LoadKeys } from './issuer-key-cache.ts';

/** How often the service looks whether the file has changed. */
const lookEveryMs = 1000;

/** Reads a file with the keys of an issuer, for a service without a network. The error says what is wrong with the file. */
export async function readJwksFile(path: string): Promise<readonly IssuerKey[]> {
  const refusal = (problem: string) => new Error(`${path} ${problem}`);
  return readIssuerKeys(readStrictJson(await readOperatorFile(path), refusal), refusal);
}

/** The keys of such a file. It is read again after it has changed. */
export function keysOfFile(path: string): LoadKeys {
  let read: { readonly version: string; readonly keys: readonly IssuerKey[] } | undefined;
  return async () => {
    try {
      // A mounted file is a link, whose target changes.
      const { ino, size, mtimeMs } = await stat(path);
      const version = `${ino} ${size} ${mtimeMs}`;
      if (read?.version !== version) read = { version, keys: await readJwksFile(path) };
      return { keys: read.keys, maxAgeMs: lookEveryMs };
    } catch {
      throw invalidOidcToken('the key file of its issuer cannot be read');
    }
  };
}
