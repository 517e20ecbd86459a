import { encodeUtf8 } from '../encoding/utf8.ts';
import type { Signer } from '../keys/p256-signer.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { openAtTarget, sealToTarget, signTarget } from './encryption-target.ts';
import { openedKey, requireKeyLength } from './wallet-key.ts';
import { wiped } from './wiped.ts';

/** The user that an import is for. */
export interface Import {
  readonly organizationId: string;
  readonly userId: string;
}

/** What a client seals an import to: an import bundle that this signer made for this user. */
export interface ImportSealing extends Import {
  readonly importBundle: string;
  readonly signerPublicKey: string;
}

const part = 'encryptedBundle';

/**
 * Makes the import bundle for a user: the public key to seal to, signed.
 *
 * Only the private key binds the returned bundle to this user: store it with both ids, and delete it after use.
 */
export async function signImportTarget(
  targetPublicKey: string,
  { organizationId, userId, signer }: Import & { readonly signer: Signer },
): Promise<string> {
  return signTarget(targetPublicKey, { organizationId, userId }, signer);
}

/**
 * Seals a mnemonic for its import.
 *
 * @example
 * const encryptedBundle = await sealImportedMnemonic(mnemonic, {
 *   importBundle, organizationId, userId, signerPublicKey,
 * });
 */
export async function sealImportedMnemonic(mnemonic: string, to: ImportSealing): Promise<string> {
  return wiped(encodeUtf8(mnemonic, 'mnemonic'), (plaintext) => sealToTarget(plaintext, 'mnemonic', expectation(to)));
}

/** Seals the 32 bytes of a private key for their import. */
export async function sealImportedPrivateKey(privateKey: Uint8Array, to: ImportSealing): Promise<string> {
  requireKeyLength(privateKey, 'privateKey');
  return sealToTarget(privateKey, 'privateKey', expectation(to));
}

/** Opens an imported mnemonic as bytes, which can be wiped. The caller must check that they are a mnemonic. */
export async function openImportedMnemonic(
  encryptedBundle: string,
  targetKey: PrivateKey,
): Promise<Uint8Array<ArrayBuffer>> {
  return openAtTarget(encryptedBundle, part, targetKey);
}

/** Opens the 32 bytes of an imported private key. */
export async function openImportedPrivateKey(
  encryptedBundle: string,
  targetKey: PrivateKey,
): Promise<Uint8Array<ArrayBuffer>> {
  return openedKey(await openAtTarget(encryptedBundle, part, targetKey), part);
}

function expectation({ importBundle, signerPublicKey, organizationId, userId }: ImportSealing) {
  return { part: 'importBundle', bundle: importBundle, signerPublicKey, bindings: { organizationId, userId } };
}
