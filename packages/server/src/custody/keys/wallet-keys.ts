import { randomFillSync } from 'node:crypto';
import { sealExportedMnemonic, sealExportedPrivateKey } from '@mintmark/stamper/bundles';
import type { PrepareContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { createSecretBuffer } from '../secrets/secret-buffer.ts';
import { bytesOf } from '../tasks/bytes-of.ts';
import { createWallet } from '../tasks/create-wallet.ts';
import { deriveAccountKey } from '../tasks/derive-account-key.ts';
import { deriveAccounts } from '../tasks/derive-accounts.ts';
import type { AccountPath, DerivedAccount } from '../tasks/derive-wallet.ts';
import { readWallet } from '../tasks/read-wallet.ts';
import { accountPieces } from './account-pieces.ts';
import { useImport } from './import-keys.ts';
import { inPieces } from './in-pieces.ts';
import { runTask } from './run-task.ts';
import { type SecretPlace, sealSecrets, useSecret } from './sealed-secret.ts';
import type { walletAccountsTable } from './wallet-accounts-table.ts';
import type { walletsTable } from './wallets-table.ts';

type WalletRow = RowOf<typeof walletsTable>;
type AccountRow = RowOf<typeof walletAccountsTable>;

/** The keys of a new wallet, sealed, and its accounts. */
export interface WalletKeys extends Pick<WalletRow, 'language' | 'mnemonic' | 'seed'> {
  readonly accounts: readonly DerivedAccount[];
}

/** The same before they are sealed: the mnemonic and the seed themselves. */
interface UnsealedKeys extends Pick<WalletKeys, 'language' | 'accounts'> {
  readonly mnemonic: Uint8Array;
  readonly seed: Uint8Array;
}

/** A wallet whose seed is used. */
export type SeedOf = Pick<WalletRow, 'id' | 'seed'>;

/** A wallet to be made. Its organization may be about to be made too. */
type NewWallet = Pick<SecretPlace, 'organization' | 'id'>;

const defaultWords = 12;

interface NewMnemonic {
  readonly mnemonicLength?: number | undefined;
  readonly accounts: readonly AccountPath[];
}

/** Creates the keys of a wallet from a new mnemonic. */
export async function createWalletKeys(
  context: PrepareContext,
  wallet: NewWallet,
  { mnemonicLength: words = defaultWords, accounts }: NewMnemonic,
): Promise<WalletKeys> {
  // BIP-39: each three words hold 32 bits of entropy.
  const entropy = createSecretBuffer((words / 3) * 4);
  try {
    randomFillSync(entropy);
    const [first = [], ...others] = accountPieces(accounts.map(pathOf));
    const made = await runTask(context, createWallet, { entropy: bytesOf(entropy), accounts: first });
    return await sealWallet(context, wallet, { language: 'MNEMONIC_LANGUAGE_ENGLISH', ...made }, others);
  } finally {
    entropy.fill(0);
  }
}

/** What is imported: sealed to an import key of the user. */
interface SealedMnemonic {
  readonly userId: string;
  readonly encryptedBundle: string;
  readonly accounts: readonly AccountPath[];
}

/** Opens a mnemonic that a client imports, and makes the keys of a wallet from it. */
export async function importWalletKeys(
  context: PrepareContext,
  wallet: NewWallet,
  { userId, encryptedBundle, accounts }: SealedMnemonic,
): Promise<{ readonly importKeyId: string; readonly keys: WalletKeys }> {
  const sealed = { kind: 'wallet', userId, encryptedBundle } as const;
  const { importKeyId, result } = await useImport(context, sealed, async (plaintext) => {
    const [first = [], ...others] = accountPieces(accounts.map(pathOf));
    const read = await runTask(context, readWallet, { plaintext: bytesOf(plaintext), accounts: first });
    if (read.fault !== undefined) throw new ApiError('INVALID_MNEMONIC', `invalid mnemonic: ${faults[read.fault]}`);
    return await sealWallet(context, wallet, read, others);
  });
  return { importKeyId, keys: result };
}

const faults = {
  LENGTH: 'it is longer than 4,096 bytes',
  ENCODING: 'it is not UTF-8',
  WORD_COUNT: 'it must have 12, 15, 18, 21 or 24 words',
  UNKNOWN_WORD: 'it has a word that is in none of the word lists',
  MIXED_LANGUAGES: 'its words are from several languages',
  CHECKSUM: 'its checksum is wrong',
};

/** Derives accounts of a wallet. */
export const deriveWalletAccounts = (
  context: PrepareContext,
  wallet: SeedOf,
  accounts: readonly AccountPath[],
): Promise<readonly DerivedAccount[]> =>
  useSeed(context, wallet, (seed) => derivePieces(context, seed, accountPieces(accounts.map(pathOf))));

/** Derives accounts of a seed, a piece at a time. */
const derivePieces = (context: PrepareContext, seed: Uint8Array, pieces: readonly (readonly AccountPath[])[]) =>
  inPieces(pieces, (piece) => runTask(context, deriveAccounts, { seed: bytesOf(seed), accounts: piece }));

/** Seals the mnemonic of a wallet to a key of the client. */
export function exportMnemonic(
  context: PrepareContext,
  { id, mnemonic }: Pick<WalletRow, 'id' | 'mnemonic'>,
  targetPublicKey: string,
): Promise<string> {
  const { organization, activityId, services } = context;
  const { signer } = services;
  const of = { organizationId: organization.id, activityId, walletId: id, targetPublicKey, signer };
  return useSecret(context, { organization, table: 'wallets', column: 'mnemonic', id }, mnemonic, (plaintext) =>
    sealExportedMnemonic(plaintext, of),
  );
}

/** Seals the private key of an account to a key of the client. */
export function exportAccountKey(
  context: PrepareContext,
  { wallet, curve, path, address }: Pick<AccountRow, 'curve' | 'path' | 'address'> & { readonly wallet: SeedOf },
  targetPublicKey: string,
): Promise<string> {
  const { organization, activityId, services } = context;
  const { signer } = services;
  return useSeed(context, wallet, async (seed) => {
    const { secret } = await runTask(context, deriveAccountKey, { seed: bytesOf(seed), curve, path });
    try {
      const of = { organizationId: organization.id, activityId, address, targetPublicKey, signer };
      return await sealExportedPrivateKey(secret, of);
    } finally {
      secret.fill(0);
    }
  });
}

/** Opens the seed of a wallet for a piece of work, and wipes it afterwards. */
export const useSeed = <Result>(
  context: PrepareContext,
  { id, seed }: SeedOf,
  work: (seed: Buffer) => Promise<Result>,
) => useSecret(context, { organization: context.organization, table: 'wallets', column: 'seed', id }, seed, work);

/** Derives the other accounts of a new wallet, seals its secrets, and wipes them. */
async function sealWallet(
  context: PrepareContext,
  wallet: NewWallet,
  { language, mnemonic, seed, accounts }: UnsealedKeys,
  others: readonly (readonly AccountPath[])[],
): Promise<WalletKeys> {
  try {
    const more = await derivePieces(context, seed, others);
    const [sealedMnemonic, sealedSeed] = (await sealSecrets(context, wallet.organization, [
      { place: { ...wallet, table: 'wallets', column: 'mnemonic' }, secret: mnemonic },
      { place: { ...wallet, table: 'wallets', column: 'seed' }, secret: seed },
    ])) as [Uint8Array, Uint8Array];
    return { language, mnemonic: sealedMnemonic, seed: sealedSeed, accounts: [...accounts, ...more] };
  } finally {
    mnemonic.fill(0);
    seed.fill(0);
  }
}

/** Without the name, which threads do not need. */
const pathOf = ({ curve, path, addressFormat }: AccountPath): AccountPath => ({ curve, path, addressFormat });
