export const policyResources = ['AUTH', 'CONFIG', 'CREDENTIAL', 'USER', 'WALLET'] as const;
export const policyActions = ['CREATE', 'UPDATE', 'DELETE', 'EXPORT', 'IMPORT'] as const;

/** What a policy sees an activity as. */
export interface Policy {
  readonly resource: (typeof policyResources)[number];
  readonly action: (typeof policyActions)[number];
}
