/**
 * The cast of the examples: one organization, its people and their keys. Every key is a real point, every address has a
 * valid checksum, every token and bundle decodes; all of them come from published or throw-away secrets. Values get their
 * literal types from `as const`, not from the fields: the fields are built from the vocabulary, which imports the examples.
 */
export * from './activities.ts';
export * from './bundles.ts';
export * from './credentials.ts';
export * from './earn.ts';
export * from './organizations.ts';
export * from './policies.ts';
export * from './private-keys.ts';
export * from './proofs.ts';
export * from './sessions.ts';
export * from './signing.ts';
export * from './smart-contracts.ts';
export * from './swap.ts';
export * from './timestamp.ts';
export * from './transactions.ts';
export * from './users.ts';
export * from './wallets.ts';
export * from './webhooks.ts';
