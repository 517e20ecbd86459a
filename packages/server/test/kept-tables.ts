import type { Database } from '../src/storage/store/database.ts';

/** In an order that allows rows to be inserted. */
const tables = [
  'data_keys',
  'service_keys',
  'boot_proofs',
  'organizations',
  'directory',
  'auth_proxy_configs',
  'features',
  'users',
  'api_keys',
  'operator_keys',
  'authenticators',
  'oauth_providers',
  'passcodes',
  'used_tokens',
  'oauth2_credentials',
  'auth_proxies',
  'sign_ups',
  'message_totals',
  'messages',
  'tags',
  'user_tags',
  'wallets',
  'wallet_accounts',
  'private_keys',
  'private_key_tags',
  'import_keys',
  'policies',
  'policy_evaluations',
  'smart_contract_interfaces',
  'session_profiles',
  'swap_configs',
  'sent_transactions',
  'earn_wrappers',
  'earn_movements',
  'webhook_endpoints',
  'webhook_deliveries',
  'app_proofs',
  'chain_transactions',
  'followed_chains',
  'activities',
  'votes',
  'audit_heads',
  'audit_entries',
  'outbox',
  'storage_totals',
  'storage_shares',
];

/** Copies all rows, and returns a function that restores them. */
export async function keepTables(database: Database): Promise<() => Promise<void>> {
  await database.transaction(async (sql) => {
    await sql`create schema kept`;
    for (const table of tables) await sql`create table kept.${sql(table)} as table ${sql(table)}`;
  });
  return () =>
    database.transaction(async (sql) => {
      for (const table of tables.toReversed()) await sql`delete from ${sql(table)}`;
      for (const table of tables) await sql`insert into ${sql(table)} table kept.${sql(table)}`;
    });
}
