export const policyResources = ['AUTH', 'CONFIG', 'CREDENTIAL', 'ORGANIZATION', 'USER', 'WALLET'] as const;
export const policyActions = ['CREATE', 'UPDATE', 'DELETE', 'EXPORT', 'IMPORT'] as const;

/** Says of an activity that only the root quorum can allow it: no policy sees it. */
export const rootQuorumOnly = { rootQuorumOnly: true } as const;

/** What a policy sees an activity as. */
export type Policy =
  | { readonly resource: (typeof policyResources)[number]; readonly action: (typeof policyActions)[number] }
  | typeof rootQuorumOnly;
