/**
 * How a distributed PostgreSQL divides the tables. The rows of an organization are together on one machine, found by this
 * column. The directory of a parent is where the parent is.
 */
export const distributedTables: Readonly<Record<string, string>> = {
  organizations: 'id',
  features: 'organization_id',
  users: 'organization_id',
  api_keys: 'organization_id',
  authenticators: 'organization_id',
  tags: 'organization_id',
  user_tags: 'organization_id',
  directory: 'parent_id',
  activities: 'organization_id',
  votes: 'organization_id',
  audit_heads: 'organization_id',
  audit_entries: 'organization_id',
  auth_proxy_configs: 'organization_id',
  outbox: 'organization_id',
  wallets: 'organization_id',
  wallet_accounts: 'organization_id',
  private_keys: 'organization_id',
  private_key_tags: 'organization_id',
  import_keys: 'organization_id',
  oauth_providers: 'organization_id',
  passcodes: 'organization_id',
  used_tokens: 'organization_id',
  oauth2_credentials: 'organization_id',
  auth_proxies: 'organization_id',
  sign_ups: 'organization_id',
  sent_transactions: 'organization_id',
  nonce_turns: 'organization_id',
  earn_wrappers: 'organization_id',
  earn_movements: 'organization_id',
  policies: 'organization_id',
  policy_evaluations: 'organization_id',
  smart_contract_interfaces: 'organization_id',
  session_profiles: 'organization_id',
  swap_configs: 'organization_id',
  webhook_endpoints: 'organization_id',
  app_proofs: 'organization_id',
};

/** Small tables that every machine has a copy of. */
export const referenceTables: readonly string[] = [
  'migration',
  'instance',
  'data_keys',
  'service_keys',
  'boot_proofs',
  'earn_samples',
];
