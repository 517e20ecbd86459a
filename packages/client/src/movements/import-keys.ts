import { type ImportSealing, sealImportedMnemonic, sealImportedPrivateKey } from '@mintmark/stamper/bundles';
import { MintmarkError } from '../errors.ts';
import type { components } from '../generated/paths.ts';
import { beginMovement, type ClientWith, type MovementOptions } from './movement.ts';

type Schemas = components['schemas'];

/** The wallet to import. */
export interface ImportedMnemonic extends Omit<Schemas['ImportWalletIntent'], 'encryptedBundle'> {
  readonly mnemonic: string;
  /** The passphrase of the mnemonic (BIP-39), if it has one. */
  readonly passphrase?: string | undefined;
}

/** The private key to import. */
export interface ImportedPrivateKey extends Omit<Schemas['ImportPrivateKeyIntent'], 'encryptedBundle'> {
  /** 32 bytes: the scalar, big-endian, or the seed of an ed25519 key. */
  readonly privateKey: Uint8Array;
}

/**
 * Seals a mnemonic and imports it as a wallet.
 *
 * @example
 * const { walletId, addresses } = await importWallet(
 *   client,
 *   { userId, walletName: 'Treasury', accounts, mnemonic },
 *   { signerPublicKey },
 * );
 */
export async function importWallet(
  client: ClientWith<'initImportWallet' | 'importWallet'>,
  { mnemonic, passphrase, userId, walletName, accounts }: ImportedMnemonic,
  options: MovementOptions,
): Promise<Schemas['ImportWalletResult']> {
  // The service would take everything after it for the passphrase, and make another wallet.
  if (/[\r\n]/.test(mnemonic)) throw new MintmarkError('INPUT_INVALID', 'importWallet: the mnemonic has a line break');
  const content = passphrase ? `${mnemonic}\n${passphrase}` : mnemonic;
  const operations = ['initImportWallet', 'importWallet'] as const;
  const parameters: Complete<Schemas['ImportWalletIntent']> = { userId, walletName, accounts };
  const seal = (to: ImportSealing) => sealImportedMnemonic(content, to);
  return importSealed(client, { operations, parameters, seal }, options);
}

/** Seals the 32 bytes of a private key and imports it. */
export async function importPrivateKey(
  client: ClientWith<'initImportPrivateKey' | 'importPrivateKey'>,
  { privateKey, userId, privateKeyName, curve, addressFormats }: ImportedPrivateKey,
  options: MovementOptions,
): Promise<Schemas['ImportPrivateKeyResult']> {
  const operations = ['initImportPrivateKey', 'importPrivateKey'] as const;
  const parameters: Complete<Schemas['ImportPrivateKeyIntent']> = { userId, privateKeyName, curve, addressFormats };
  const seal = (to: ImportSealing) => sealImportedPrivateKey(privateKey, to);
  return importSealed(client, { operations, parameters, seal }, options);
}

/** Every parameter but the bundle, by name: a secret under a wrong name must not be sent with the others. */
type Complete<Intent> = { [Name in keyof Required<Omit<Intent, 'encryptedBundle'>>]: Intent[Name & keyof Intent] };

interface SealedImport {
  /** The operation that makes the key to seal to, and the one that imports. */
  readonly operations: readonly [string, string];
  readonly parameters: { readonly userId: string };
  readonly seal: (to: ImportSealing) => Promise<string>;
}

async function importSealed<Result>(
  client: ClientWith<never>,
  { operations, parameters, seal }: SealedImport,
  options: MovementOptions,
): Promise<Result> {
  const [prepare, name] = operations;
  const { signerPublicKey } = options;
  const { resumed, stamp, submit } = beginMovement(client, operations, options);
  // A bundle that may have been sent must not be sealed again: that would be a second import.
  if (resumed?.request.operation === name) return (await submit<Result>(resumed)).result;
  const preparation = resumed ?? { request: await stamp(prepare, { userId: parameters.userId }) };
  const { result, organizationId } = await submit<{ importBundle: string }>(preparation);
  const userId = parameters.userId.toLowerCase();
  const encryptedBundle = await seal({ importBundle: result.importBundle, organizationId, userId, signerPublicKey });
  // In the organization of the preparation, which can be of another client.
  const request = await stamp(name, { ...parameters, encryptedBundle }, organizationId);
  return (await submit<Result>({ request })).result;
}
