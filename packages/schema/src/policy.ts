export const policyResources = [
  'AUTH',
  'AUTH_PROXY',
  'CONFIG',
  'CREDENTIAL',
  'ORGANIZATION',
  'OTP',
  'POLICY',
  'PRIVATE_KEY',
  'SESSION_PROFILE',
  'SMART_CONTRACT_INTERFACE',
  'USER',
  'WALLET',
  'WEBHOOK_ENDPOINT',
] as const;
export const policyActions = ['CREATE', 'UPDATE', 'DELETE', 'EXPORT', 'IMPORT', 'SIGN', 'VERIFY'] as const;

/** Marks an activity that only the root quorum can allow: policies do not apply to it. */
export const rootQuorumOnly = { rootQuorumOnly: true } as const;

/** How a policy refers to an activity. */
export type Policy =
  | { readonly resource: (typeof policyResources)[number]; readonly action: (typeof policyActions)[number] }
  | typeof rootQuorumOnly;
