import { encodeHex } from '../encoding/hex.ts';
import { decodeUtf8 } from '../encoding/utf8.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import type { Signer } from '../keys/p256-signer.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { StamperError } from '../stamper-error.ts';
import { open, seal } from './hpke.ts';
import { openMessage, signMessage } from './signed-message.ts';
import { openedKey, requireKeyLength } from './wallet-key.ts';
import { wiped } from './wiped.ts';

/** The export that a bundle belongs to. */
interface Export {
  readonly organizationId: string;
  readonly activityId: string;
}

/** The export of a wallet's mnemonic. */
export interface WalletExport extends Export {
  readonly walletId: string;
}

/** The export of one private key: of the wallet account with an address, spelled as in the activity, or of a key by its id. */
export type PrivateKeyExport = Export &
  (
    | { readonly address: string; readonly privateKeyId?: never }
    | { readonly privateKeyId: string; readonly address?: never }
  );

/** How the service seals: to the key in the activity, signed by the service's signer. */
export interface ExportSealing {
  readonly targetPublicKey: string;
  readonly signer: Signer;
}

/** How a client opens: with the private key of its request, and trusting only this signer. */
export interface ExportOpening {
  readonly targetKey: PrivateKey;
  readonly signerPublicKey: string;
}

const part = 'exportBundle';

/** Seals a wallet's mnemonic, given as UTF-8 bytes because bytes can be wiped. The signed data names the export. */
export async function sealExportedMnemonic(mnemonic: Uint8Array, of: WalletExport & ExportSealing): Promise<string> {
  return sealExport(mnemonic, 'mnemonic', { walletId: of.walletId }, of);
}

/** Seals the 32 bytes of a private key. The signed data names the export. */
export async function sealExportedPrivateKey(
  privateKey: Uint8Array,
  of: PrivateKeyExport & ExportSealing,
): Promise<string> {
  requireKeyLength(privateKey, 'privateKey');
  return sealExport(privateKey, 'privateKey', keySubject(of), of);
}

/**
 * Opens the bundle of a wallet's export if the signer made it for this organization, activity, wallet and target key.
 *
 * @example
 * const mnemonic = await openExportedMnemonic(exportBundle, {
 *   organizationId, activityId: activity.id, walletId, targetKey, signerPublicKey,
 * });
 */
export async function openExportedMnemonic(exportBundle: string, of: WalletExport & ExportOpening): Promise<string> {
  const plaintext = await openExport(exportBundle, { walletId: of.walletId }, of);
  return wiped(plaintext, () => decodeUtf8(plaintext, part));
}

/** Opens the bundle of a private key's export if the signer made it for this organization, activity, key and target key. */
export async function openExportedPrivateKey(
  exportBundle: string,
  of: PrivateKeyExport & ExportOpening,
): Promise<Uint8Array<ArrayBuffer>> {
  return openedKey(await openExport(exportBundle, keySubject(of), of), part);
}

/** The ids that can name what was exported. Exactly one is used, and the signed data must not hold the others. */
type Subject = { readonly walletId: string } | { readonly address: string } | { readonly privateKeyId: string };
const subjects = ['walletId', 'address', 'privateKeyId'];

function keySubject({ address, privateKeyId }: PrivateKeyExport): Subject {
  if (address === undefined) return { privateKeyId };
  if (privateKeyId === undefined) return { address };
  throw new StamperError('MALFORMED', 'privateKeyId', 'and address name different keys');
}

async function sealExport(
  plaintext: Uint8Array,
  plaintextPart: string,
  subject: Subject,
  { organizationId, activityId, targetPublicKey, signer }: Export & ExportSealing,
): Promise<string> {
  const target = p256Keys.parsePublicKey(targetPublicKey, 'targetPublicKey');
  const sealed = await seal(target, plaintext, plaintextPart);
  const bindings = { organizationId, activityId, ...subject, targetPublicKey: encodeHex(target.uncompressed) };
  return signMessage({ ...sealed, ...bindings }, signer);
}

async function openExport(
  exportBundle: string,
  subject: Subject,
  { organizationId, activityId, targetKey, signerPublicKey }: Export & ExportOpening,
): Promise<Uint8Array<ArrayBuffer>> {
  const targetPublicKey = encodeHex(targetKey.publicKey.uncompressed);
  const expected = { organizationId, activityId, ...subject, targetPublicKey };
  const others = subjects.filter((name) => !(name in subject));
  const names = ['encappedPublic', 'ciphertext'] as const;
  const sealed = await openMessage(exportBundle, part, signerPublicKey, expected, names, others);
  return open(targetKey, sealed, `${part}.data`);
}
