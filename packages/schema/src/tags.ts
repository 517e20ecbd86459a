/** The chapters of the docs page. */
export const tags = {
  Activities: 'The life of a state-changing request: read it, wait for it, vote on it.',
  Organizations: 'Organizations, their sub-organizations, and who is asking.',
  Users: 'Users of an organization and the tags that group them.',
  Credentials: 'What a user signs in with: API keys, passkeys, linked identities and OAuth 2.0 clients.',
  Sessions: 'Short-lived keys that act for a user.',
  Wallets: 'Seed-phrase wallets and their accounts, in and out of the service only in sealed bundles.',
  'Private keys': 'Standalone private keys and the tags that group them.',
  Signing: 'Signatures over payloads and transactions.',
  Policies: 'What users may do without the root quorum, who must approve it, and how that was decided.',
  'Smart contracts': 'Stored contract interfaces.',
  Transactions: 'What happened on chain.',
  Earn: 'Yield vaults and the fee wrappers in front of them.',
  Swap: 'Fees on swaps.',
  Proofs: 'Evidence of what the service is and did.',
  Webhooks: 'Endpoints outside the service that get its events.',
  'Sign-up': 'The side that users reach without a stamp, and its settings.',
} as const;

export type TagName = keyof typeof tags;

/** The directory of a tag's operations. */
export const chapterOf = (tag: TagName): string => tag.toLowerCase().replaceAll(' ', '-');
