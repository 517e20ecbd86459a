import instance from './0001-instance.ts';
import organizations from './0002-organizations.ts';
import activities from './0003-activities.ts';
import secrets from './0004-secrets.ts';
import bodyVotes from './0005-body-votes.ts';
import outbox from './0006-outbox.ts';
import wallets from './0007-wallets.ts';
import signIn from './0008-sign-in.ts';
import erasedEntries from './0009-erased-entries.ts';
import policies from './0010-policies.ts';
import swap from './0011-swap.ts';
import webhooks from './0012-webhooks.ts';
import proofs from './0013-proofs.ts';
import transactions from './0014-transactions.ts';
import history from './0015-history.ts';
import earn from './0016-earn.ts';
import webhookDeliveries from './0017-webhook-deliveries.ts';
import largeOrganizations from './0018-large-organizations.ts';
import userTags from './0019-user-tags.ts';
import refusedTransactions from './0020-refused-transactions.ts';
import operatorKeys from './0021-operator-keys.ts';
import sources from './0022-sources.ts';
import messages from './0023-messages.ts';
import storage from './0024-storage.ts';
import outboxTargets from './0025-outbox-targets.ts';
import authProxyConfigs from './0026-auth-proxy-configs.ts';

/**
 * The SQL of a migration, whole or in parts. A part that changes an existing table must be one statement: a distributed database
 * refuses several in one text. Tables that a part creates are distributed after it.
 */
export type MigrationSql = string | readonly string[];

/**
 * All migrations, in the order in which they run. Modules, since only those reach a published package.
 *
 * A table that is added is also declared beside its noun, with `defineTable`.
 *
 * One that was released is never changed or taken out: what is wrong with it, the next one puts right.
 */
export const migrations: Readonly<Record<string, MigrationSql>> = {
  '0001-instance': instance,
  '0002-organizations': organizations,
  '0003-activities': activities,
  '0004-secrets': secrets,
  '0005-body-votes': bodyVotes,
  '0006-outbox': outbox,
  '0007-wallets': wallets,
  '0008-sign-in': signIn,
  '0009-erased-entries': erasedEntries,
  '0010-policies': policies,
  '0011-swap': swap,
  '0012-webhooks': webhooks,
  '0013-proofs': proofs,
  '0014-transactions': transactions,
  '0015-history': history,
  '0016-earn': earn,
  '0017-webhook-deliveries': webhookDeliveries,
  '0018-large-organizations': largeOrganizations,
  '0019-user-tags': userTags,
  '0020-refused-transactions': refusedTransactions,
  '0021-operator-keys': operatorKeys,
  '0022-sources': sources,
  '0023-messages': messages,
  '0024-storage': storage,
  '0025-outbox-targets': outboxTargets,
  '0026-auth-proxy-configs': authProxyConfigs,
};
