import { importApiKey, importPrivateKey, type PrivateKey } from '@mintmark/stamper';
import type { Installation } from './installation.ts';

/** A key that was pasted or dropped, and what its file says about the organization. */
export interface ReadKey {
  readonly key: PrivateKey;
  readonly installation?: Installation | undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * Reads an API key: a file like root.json, or any form of a private key that the stamper knows (PEM, a JSON Web Key, hex).
 *
 * @throws an error whose message quotes nothing of the key.
 */
export function readApiKey(source: string): ReadKey {
  const file = readObject(source);
  const apiPublicKey = text(file?.['apiPublicKey']) ?? text(file?.['publicKey']);
  const apiPrivateKey = text(file?.['apiPrivateKey']) ?? text(file?.['privateKey']);
  if (!file || !apiPrivateKey) return { key: importPrivateKey(source.trim(), 'p256') };
  const key = apiPublicKey
    ? importApiKey({ publicKey: apiPublicKey, privateKey: apiPrivateKey }, 'p256')
    : importPrivateKey(apiPrivateKey, 'p256');
  const organizationId = text(file['organizationId']);
  if (!organizationId) return { key };
  const keys = Object(file['keys']);
  return {
    key,
    installation: {
      organizationId,
      authProxyConfigId: text(file['authProxyConfigId']),
      otpPublicKey: text(keys['otp']),
      signerPublicKey: text(keys['signer']),
    },
  };
}

/** The text of a file for a new API key, which signs in to the console. It holds the private key. */
export function writeApiKey(key: PrivateKey, organizationId?: string): string {
  const { publicKey: apiPublicKey, privateKey: apiPrivateKey } = key.toApiKey();
  return `${JSON.stringify({ ...(organizationId && { organizationId }), apiPublicKey, apiPrivateKey }, null, 2)}\n`;
}

function readObject(source: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // A PEM file or hex.
    return undefined;
  }
}
