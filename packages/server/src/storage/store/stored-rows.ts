/** What a row of a table counts, and how its rows are ordered. Names are in camel case. */
export interface StoredTable {
  /** The columns after the organization that name a row. */
  readonly key: readonly string[];
  /** The columns whose length depends on what was asked for: texts, bytes, and lists of texts. */
  readonly texts: readonly string[];
}

/** What every row counts besides its texts: ids, times, the MAC, and the entries of indexes. */
export const rowBytes = 256;

const byId = ['id'] as const;

/**
 * The tables whose rows count towards the storage of their organization. The service computes the bytes from the values that it
 * writes, and gives them back when it removes the row. The rows of these tables are written only together with an audit entry.
 */
export const storedTables: Readonly<Record<string, StoredTable>> = {
  // These are never removed.
  activities: { key: byId, texts: ['body', 'result', 'failure'] },
  votes: { key: ['activityId', 'id'], texts: ['message', 'publicKey', 'signature', 'voter'] },
  audit_entries: { key: ['sequence'], texts: ['content'] },
  policy_evaluations: { key: byId, texts: ['outcomes'] },
  app_proofs: { key: byId, texts: ['proofs'] },
  // Credentials and users are only ended: the audit has to know whose key it was.
  users: { key: byId, texts: ['name', 'email', 'phoneNumber'] },
  api_keys: { key: byId, texts: ['name', 'publicKey'] },
  operator_keys: { key: ['apiKeyId'], texts: [] },
  authenticators: { key: byId, texts: ['name', 'credentialId', 'publicKey', 'rpId', 'attestationType', 'model'] },
  oauth_providers: { key: byId, texts: ['name', 'issuer', 'audience', 'subject'] },
  session_profiles: { key: byId, texts: ['name', 'scope', 'notes'] },
  sent_transactions: { key: byId, texts: ['raw'] },
  earn_wrappers: { key: ['address'], texts: [] },
  earn_movements: { key: byId, texts: [] },
  auth_proxy_configs: { key: byId, texts: [] },
  // These come and go.
  tags: { key: byId, texts: ['name'] },
  wallets: { key: byId, texts: ['name', 'mnemonic', 'seed'] },
  wallet_accounts: { key: byId, texts: ['name', 'path', 'address', 'publicKey'] },
  private_keys: { key: byId, texts: ['name', 'publicKey', 'addresses', 'secret'] },
  import_keys: { key: byId, texts: [] },
  passcodes: { key: byId, texts: ['contact'] },
  oauth2_credentials: { key: byId, texts: ['clientId', 'encryptedClientSecret'] },
  auth_proxies: { key: byId, texts: ['settings'] },
  policies: { key: byId, texts: ['name', 'condition', 'consensus', 'time', 'notes'] },
  smart_contract_interfaces: { key: byId, texts: ['interface', 'label', 'notes'] },
  webhook_endpoints: { key: byId, texts: ['url', 'name', 'subscriptions'] },
};

/** The tables of organizations whose rows do not count, and what bounds them instead. */
export const uncountedTables: Readonly<Record<string, string>> = {
  organizations: 'one row each',
  audit_heads: 'one row each',
  storage_shares: 'one row each',
  storage_totals: 'one row for a top-level organization',
  features: 'one row for each feature that exists',
  swap_configs: 'one row each',
  user_tags: 'at most 100 users with 100 tags, with 10 in a sub-organization',
  private_key_tags: 'at most 1,000 private keys with 100 tags, with 10 in a sub-organization',
  directory: 'at most six entries for a row that counts',
  sign_ups: 'about 150 bytes for a sign-up, removed after a day; the rate of sign-ups is limited',
  used_tokens: 'about 100 bytes for an activity that counts, removed when the token has expired',
  nonce_turns: 'one row for an account on a chain where it sends transactions',
  message_totals: 'one row for a top-level organization',
  messages: 'about 300 bytes for a message, removed after an hour; messages are limited by hour',
  outbox: 'removed when delivered; messages are limited by hour, and waiting events by organization',
  webhook_deliveries: 'the last 100 of an endpoint',
  chain_transactions: 'written for transactions on a chain, whose sender has paid for them there',
};

/** The bytes that a row counts: none if its table does not count. */
export function bytesOf(table: string, row: object): number {
  const stored = storedTables[table];
  if (!stored) return 0;
  const values = row as Readonly<Record<string, unknown>>;
  return stored.texts.reduce((sum, column) => sum + lengthOf(values[column]), rowBytes);
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  return Array.isArray(value) ? value.reduce<number>((sum, item) => sum + lengthOf(item), 0) : 0;
}
