import { type ExportOpening, openExportedMnemonic, openExportedPrivateKey, p256Keys } from '@mintmark/stamper/bundles';
import { decodeHex } from '@mintmark/stamper/encoding';
import type { components } from '../generated/paths.ts';
import { beginMovement, type ClientWith, type MovementOptions } from './movement.ts';

type Schemas = components['schemas'];

/** The secret of a wallet. */
export interface ExportedMnemonic {
  /** The words, with single spaces. */
  readonly mnemonic: string;
  /** The passphrase that the wallet was imported with, if there was one. Without it, the words make another wallet. */
  readonly passphrase: string | undefined;
}

/**
 * Exports a wallet and opens the export.
 *
 * @example
 * const { mnemonic, passphrase } = await exportWallet(client, { walletId }, { signerPublicKey });
 */
export async function exportWallet(
  client: ClientWith<'exportWallet'>,
  input: Omit<Schemas['ExportWalletIntent'], 'targetPublicKey'>,
  options: MovementOptions,
): Promise<ExportedMnemonic> {
  const { exportBundle, opening } = await exportSealed(client, 'exportWallet', input, options);
  const walletId = input.walletId.toLowerCase();
  const [mnemonic = '', ...rest] = (await openExportedMnemonic(exportBundle, { ...opening, walletId })).split('\n');
  return { mnemonic, passphrase: rest.length > 0 ? rest.join('\n') : undefined };
}

/** Exports the private key of a wallet account and opens the export. Returns its 32 bytes, which you should wipe after use. */
export async function exportWalletAccount(
  client: ClientWith<'exportWalletAccount'>,
  input: Omit<Schemas['ExportWalletAccountIntent'], 'targetPublicKey'>,
  options: MovementOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { exportBundle, opening } = await exportSealed(client, 'exportWalletAccount', input, options);
  return openExportedPrivateKey(exportBundle, { ...opening, address: input.address });
}

/** Exports a private key and opens the export. Returns its 32 bytes, which you should wipe after use. */
export async function exportPrivateKey(
  client: ClientWith<'exportPrivateKey'>,
  input: Omit<Schemas['ExportPrivateKeyIntent'], 'targetPublicKey'>,
  options: MovementOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { exportBundle, opening } = await exportSealed(client, 'exportPrivateKey', input, options);
  return openExportedPrivateKey(exportBundle, { ...opening, privateKeyId: input.privateKeyId.toLowerCase() });
}

/** An export bundle, and what it has to be bound to besides what was exported. */
interface SealedExport {
  readonly exportBundle: string;
  readonly opening: ExportOpening & { readonly organizationId: string; readonly activityId: string };
}

/** Exports to a new key, or to the key of the call that is resumed. */
async function exportSealed(
  client: ClientWith<never>,
  name: string,
  input: object,
  options: MovementOptions,
): Promise<SealedExport> {
  const { signerPublicKey } = options;
  const { resumed, stamp, submit } = beginMovement(client, [name], options);
  const targetKey = resumed
    ? p256Keys.createPrivateKey(decodeHex(resumed.targetKey ?? '', 'targetKey'), 'targetKey')
    : p256Keys.generatePrivateKey();
  const step = resumed ?? {
    request: await stamp(name, { ...input, targetPublicKey: targetKey.publicKey.hex }),
    targetKey: targetKey.toApiKey().privateKey,
  };
  const { result, activityId, organizationId } = await submit<{ exportBundle: string }>(step);
  return { exportBundle: result.exportBundle, opening: { organizationId, activityId, targetKey, signerPublicKey } };
}
