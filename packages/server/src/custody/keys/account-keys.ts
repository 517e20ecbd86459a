import type { PrepareContext } from '../../core/handlers/implement.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { bytesOf } from '../tasks/bytes-of.ts';
import { deriveAccountKey } from '../tasks/derive-account-key.ts';
import { runTask } from './run-task.ts';
import { type SecretPlace, sealSecret, useSecret } from './sealed-secret.ts';
import type { walletAccountsTable } from './wallet-accounts-table.ts';
import { type SeedOf, useSeed } from './wallet-keys.ts';

type AccountRow = RowOf<typeof walletAccountsTable>;

/** The key of a wallet account. */
export interface AccountKey extends Pick<AccountRow, 'id' | 'curve' | 'path' | 'publicKey'> {
  /** Reads the wallet that the account is derived in. */
  readonly readWallet: () => Promise<SeedOf>;
}

/** As long as the vault keeps what opens them. The key of a deleted account is gone by then. */
const keptMs = 5 * 60 * 1_000;

/**
 * Opens the private key of an account for a piece of work, and wipes it afterwards. To derive a key costs several times as much
 * as to sign with it, so the service keeps derived keys for a while, sealed as the database holds secrets.
 */
export async function useAccountKey<Result>(
  context: PrepareContext,
  account: AccountKey,
  work: (secret: Uint8Array) => Promise<Result>,
): Promise<Result> {
  const { organization, services } = context;
  const place: SecretPlace = { organization, table: 'wallet_accounts', column: 'secret', id: account.id };
  const name = `${organization.id}/${account.id}`;
  const kept = services.accountKeys.get(name);
  if (kept) return useSecret(context, place, kept, work);
  const secret = await derive(context, account);
  try {
    const sealed = await sealSecret(context, { place, secret });
    services.accountKeys.set(name, sealed);
    setTimeout(() => {
      if (services.accountKeys.get(name) === sealed) services.accountKeys.delete(name);
    }, keptMs).unref();
    return await work(secret);
  } finally {
    secret.fill(0);
  }
}

async function derive(context: PrepareContext, { curve, path, publicKey, readWallet }: AccountKey) {
  const derived = await useSeed(context, await readWallet(), (seed) =>
    runTask(context, deriveAccountKey, { seed: bytesOf(seed), curve, path }),
  );
  if (derived.publicKey === publicKey) return derived.secret;
  derived.secret.fill(0);
  throw new Error('the derived key is not the key of the account');
}
