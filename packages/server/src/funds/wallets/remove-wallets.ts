import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import { walletAccountsTable } from '../../custody/keys/wallet-accounts-table.ts';
import { walletsTable } from '../../custody/keys/wallets-table.ts';
import { type AccountRow, readAccountsOf } from './account.ts';
import { requireWallets, type WalletRow } from './wallet.ts';

/** Whether to remove what was never exported: nobody can restore it then. */
interface Removal {
  readonly withoutExport: boolean;
}

/** Refuses wallets that were never exported, unless the caller gives them up. */
export function requireExported(wallets: readonly WalletRow[], { withoutExport }: Removal): void {
  if (!withoutExport && wallets.some(({ exported }) => !exported))
    throw new ApiError('WALLET_ACCOUNT_NOT_EXPORTED', 'a wallet was never exported');
}

/** How many accounts one activity removes: its transaction has a second for them, and the audit names each. */
export const maxRemovedAccounts = 2_000;

const tooManyAccounts = () =>
  new ApiError(
    'RESOURCE_LIMIT_EXCEEDED',
    `one request can delete at most ${maxRemovedAccounts} accounts: delete them in batches with delete_wallet_accounts`,
  );

/** Refuses wallets that have too many accounts together, before they are read. */
async function requireFewAccounts({ sql, organization }: ChangeContext, walletIds: readonly string[]): Promise<void> {
  const [{ count = 0 } = {}] = await sql<{ readonly count: number }[]>`
    select count(*)::int as count from (
      select from wallet_accounts
      where ${ofOrganization(sql, organization)} and wallet_id = any(${[...walletIds]}::uuid[])
      limit ${maxRemovedAccounts + 1}
    ) accounts`;
  if (count > maxRemovedAccounts) throw tooManyAccounts();
}

/** Removes wallets with their accounts. */
export async function removeWallets(
  context: ChangeContext,
  wallets: readonly WalletRow[],
  removal: Removal,
): Promise<void> {
  requireExported(wallets, removal);
  const ids = wallets.map(({ id }) => id);
  await requireFewAccounts(context, ids);
  await context.writer.remove(walletAccountsTable, await readAccountsOf(context, ids));
  await context.writer.remove(walletsTable, wallets);
}

/** Removes accounts. An account counts as exported if its wallet was: the mnemonic gives every account. */
export async function removeAccounts(
  context: ChangeContext,
  accounts: readonly AccountRow[],
  { withoutExport }: Removal,
): Promise<void> {
  if (accounts.length > maxRemovedAccounts) throw tooManyAccounts();
  const unexported = accounts.filter(({ exported }) => !exported);
  if (!withoutExport && unexported.length > 0) {
    const wallets = await requireWallets(
      context,
      unexported.map(({ walletId }) => walletId),
    );
    if (wallets.some(({ exported }) => !exported)) throw new ApiError('WALLET_ACCOUNT_NOT_EXPORTED');
  }
  await context.writer.remove(walletAccountsTable, accounts);
}
