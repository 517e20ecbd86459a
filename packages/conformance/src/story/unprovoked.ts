/** Documented errors that no request from outside can provoke, and why. Those of one operation are in its story. */
export const unprovoked: Readonly<Record<string, string>> = {
  CONCURRENT_CHANGE: 'needs two transactions that meet inside of the database',
  CREDENTIAL_CONFLICT: 'only whoami looks for a credential below the organization that it names',
  FORBIDDEN: 'no credential of a stranger is found in the first place: PUBLIC_KEY_NOT_FOUND',
  INTERNAL: 'needs a mistake of the server',
  INVALID_CLIENT_SIGNATURE: 'the server takes no client signatures yet: UNIMPLEMENTED',
  INVALID_OIDC_TOKEN: 'the server links no OAuth providers yet: UNIMPLEMENTED',
  INVALID_VERIFICATION_TOKEN: 'the server takes no verification tokens yet: UNIMPLEMENTED',
  OAUTH_PROVIDER_ALREADY_EXISTS: 'the server links no OAuth providers yet: UNIMPLEMENTED',
  ORGANIZATION_NOT_FOUND: 'needs an organization that is deleted between the check of a stamp and the rest',
  UNIMPLEMENTED: 'the server has a handler, which implements all of the operation',
  WALLET_ACCOUNT_NOT_EXPORTED: 'the server makes no wallets yet',
};
