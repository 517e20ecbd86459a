import type { components } from '@mintmark/client';
import { emptyUser, type UserDraft, userOf } from '../users/user-draft.ts';

type Account = components['schemas']['WalletAccountParams'];

/** A root user in a list of a form, which needs a key that stays. */
export interface RootUserDraft extends UserDraft {
  readonly key: number;
}

/** A new sub-organization in a form. */
export interface SubOrganizationDraft {
  readonly name: string;
  readonly rootUsers: readonly RootUserDraft[];
  readonly threshold: string;
  readonly hasWallet: boolean;
  readonly walletName: string;
  readonly chains: readonly string[];
}

export const emptySubOrganization = (): SubOrganizationDraft => ({
  name: '',
  rootUsers: [{ ...emptyUser(), key: 0 }],
  threshold: '1',
  hasWallet: false,
  walletName: 'Wallet',
  chains: ['ethereum'],
});

/** The first account of each chain, at the path that wallets for it use. */
const accounts: Readonly<Record<string, Account>> = {
  ethereum: account('CURVE_SECP256K1', "m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_ETHEREUM'),
  solana: account('CURVE_ED25519', "m/44'/501'/0'/0'", 'ADDRESS_FORMAT_SOLANA'),
  bitcoin: account('CURVE_SECP256K1', "m/84'/0'/0'/0/0", 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'),
};

export const chainNames = [
  ['ethereum', 'Ethereum'],
  ['solana', 'Solana'],
  ['bitcoin', 'Bitcoin'],
] as const;

function account(curve: Account['curve'], path: string, addressFormat: Account['addressFormat']): Account {
  return { curve, pathFormat: 'PATH_FORMAT_BIP32', path, addressFormat };
}

/** The draft with one root user more. */
export function withRootUser(draft: SubOrganizationDraft): SubOrganizationDraft {
  const key = 1 + Math.max(-1, ...draft.rootUsers.map((user) => user.key));
  return { ...draft, rootUsers: [...draft.rootUsers, { ...emptyUser(), key }] };
}

/** The sub-organization as the contract takes it; undefined while the draft is not complete. */
export function subOrganizationOf(
  draft: SubOrganizationDraft,
): components['schemas']['CreateSubOrganizationIntentV8'] | undefined {
  const rootUsers = draft.rootUsers.map(userOf).filter((user) => user !== undefined);
  const rootQuorumThreshold = Number(draft.threshold);
  const walletName = draft.walletName.trim();
  if (rootUsers.length === 0 || rootUsers.length !== draft.rootUsers.length) return undefined;
  if (!Number.isInteger(rootQuorumThreshold) || rootQuorumThreshold < 1 || rootQuorumThreshold > rootUsers.length)
    return undefined;
  if (draft.hasWallet && walletName === '') return undefined;
  return {
    subOrganizationName: draft.name.trim(),
    rootUsers,
    rootQuorumThreshold,
    ...(draft.hasWallet && {
      wallet: { walletName, accounts: draft.chains.flatMap((chain) => accounts[chain] ?? []) },
    }),
  };
}
