import type { components } from '@mintmark/client';
import { emptyUser, type UserDraft, userOf } from '../users/user-draft.ts';
import { accountOf, presets } from '../wallets/account-presets.ts';

/** A root user in a list of a form, which needs a key that stays. */
interface RootUserDraft extends UserDraft {
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
  chains: ['Ethereum'],
});

export const chainNames = presets.map(({ name }) => [name, name] as const);

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
      wallet: {
        walletName,
        accounts: presets.filter(({ name }) => draft.chains.includes(name)).map((preset) => accountOf(preset, 0)),
      },
    }),
  };
}
