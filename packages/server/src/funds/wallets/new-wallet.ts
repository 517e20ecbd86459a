import type { AddressDerivation } from '@mintmark/stamper/proofs';
import type { Effect } from '../../core/handlers/effect.ts';
import type { ChangeContext, PrepareContext } from '../../core/handlers/implement.ts';
import { uuidv7 } from '../../core/model/ids.ts';
import type { OrganizationKey } from '../../core/model/of-organization.ts';
import type { WalletKeys } from '../../custody/keys/wallet-keys.ts';
import type { DerivedAccount } from '../../custody/tasks/derive-wallet.ts';
import { type AccountParameters, insertAccounts } from './account.ts';
import { insertWallet } from './wallet.ts';

/** The id of a wallet to be made: its secrets are sealed for it before it is stored. */
export const newWalletId = ({ services }: PrepareContext): string => uuidv7(services.clock());

/** The addresses of a wallet that is made, for proofs. */
export const derivationsOf = (
  { id: organizationId }: OrganizationKey,
  walletId: string,
  accounts: readonly AccountParameters[],
  derived: readonly Pick<DerivedAccount, 'address'>[],
): AddressDerivation[] =>
  derived.map(({ address }, index) => ({
    organizationId,
    walletId,
    derivationPath: (accounts[index] as AccountParameters).path,
    address,
  }));

/** A wallet whose keys are made. */
interface MadeWallet {
  readonly id: string;
  readonly keys: WalletKeys;
  readonly imported: boolean;
}

/** What stores a new wallet with its accounts. */
export function newWallet(
  context: ChangeContext,
  { id, keys, imported }: MadeWallet,
  { walletName, accounts }: { readonly walletName: string; readonly accounts: readonly AccountParameters[] },
): Effect<{ walletId: string; addresses: string[] }> {
  const parts = [
    insertWallet(context, { id, name: walletName, keys, imported }),
    ...insertAccounts(context, id, accounts, keys.accounts),
  ];
  return { parts, result: { walletId: id, addresses: keys.accounts.map(({ address }) => address) } };
}
