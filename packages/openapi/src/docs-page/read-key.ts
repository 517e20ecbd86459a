import { type ApiKey, importApiKey, importPrivateKey, type PrivateKey, StamperError } from '@mintmark/stamper';
import { parseObject } from './json-text.ts';
import { isUuid } from './uuid.ts';

/** What a text with a key says. */
export interface FoundKey {
  readonly apiKey: ApiKey;
  readonly organizationId?: string;
  readonly authProxyConfigId?: string;
}

/** Why a text is not a key that can be used here. It never quotes the text. */
export class KeyError extends Error {}

/** No file with a key is longer. */
const longest = 20_000;

const forms =
  'Enter the content of root.json, a public and a private key in hex, a private key in hex, a PEM text or a JSON Web Key.';

/** Reads a P-256 API key: root.json, a pair in JSON or as two words in hex, a private key in hex, PEM, or a JSON Web Key. */
export function readKey(text: string): FoundKey {
  try {
    if (text.length > longest) throw new KeyError(`This is longer than any file with a key. ${forms}`);
    const trimmed = text.trim();
    if (trimmed === '') throw new KeyError(forms);
    return trimmed.startsWith('{') ? readJson(trimmed) : { apiKey: readWords(trimmed).toApiKey() };
  } catch (error) {
    if (error instanceof StamperError) throw new KeyError(`${error.message}. ${forms}`);
    throw error;
  }
}

function readJson(text: string): FoundKey {
  const { apiPublicKey, apiPrivateKey, publicKey, privateKey, organizationId, authProxyConfigId, kty } = members(text);
  if (kty !== undefined) return { apiKey: importPrivateKey(text, 'p256').toApiKey() };
  const pair =
    apiPublicKey === undefined ? { publicKey, privateKey } : { publicKey: apiPublicKey, privateKey: apiPrivateKey };
  if (pair.publicKey !== undefined && pair.privateKey === undefined)
    throw new KeyError('This file has a public key only: its private key was not made by the service.');
  return {
    apiKey: importApiKey(pair as ApiKey, 'p256').toApiKey(),
    ...(isUuid(organizationId) && { organizationId }),
    ...(isUuid(authProxyConfigId) && { authProxyConfigId }),
  };
}

/** The errors of JSON.parse quote the text, which is a secret here. */
function members(text: string): Readonly<Record<string, unknown>> {
  try {
    return parseObject(text);
  } catch {
    throw new KeyError(`This is not valid JSON. ${forms}`);
  }
}

function readWords(text: string): PrivateKey {
  if (text.startsWith('-----')) return importPrivateKey(text, 'p256');
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length > 2) throw new KeyError(`This is not a key. ${forms}`);
  const [first = '', second] = words;
  if (second === undefined) return importPrivateKey(first, 'p256');
  // A private key is shorter than a public key.
  const [privateKey, publicKey] = first.length < second.length ? [first, second] : [second, first];
  return importApiKey({ publicKey, privateKey }, 'p256');
}
