/** The chapters of the docs page. */
export const tags = {
  Activities: 'State-changing requests: read them, wait for them, vote on them.',
  Organizations: 'Organizations, their sub-organizations, and the identity of the caller.',
  Users: 'Users of an organization and the tags that group them.',
  Credentials: 'What a user signs in with: API keys, passkeys, linked identities and OAuth 2.0 clients.',
  Sessions: 'Short-lived keys that act for a user.',
  Wallets: 'Seed-phrase wallets and their accounts. Secrets enter and leave the service only in sealed bundles.',
  'Private keys': 'Standalone private keys and the tags that group them.',
  Signing: 'Signatures over payloads and transactions.',
  Policies: 'What users may do without the root quorum, who must approve it, and how each decision was made.',
  'Smart contracts': 'Stored contract interfaces.',
  Transactions: 'Sending transactions, their on-chain status and their history.',
  Earn: 'Yield vaults and the fee wrappers in front of them.',
  Swap: 'Fees on swaps.',
  Proofs: 'Evidence of which build the service runs and what it did.',
  Webhooks: 'External endpoints that receive the events of the service.',
  'Sign-up': 'The sign-up proxy, which users call without a stamp, and its settings.',
} as const;

export type TagName = keyof typeof tags;

/** The directory of a tag's operations. */
export const chapterOf = (tag: TagName): string => tag.toLowerCase().replaceAll(' ', '-');
