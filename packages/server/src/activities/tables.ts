import { activitiesTable } from '../core/audit/activities-table.ts';
import { auditEntriesTable } from '../core/audit/audit-entries-table.ts';
import { auditHeadsTable } from '../core/audit/audit-heads-table.ts';
import { directoryTable } from '../core/authority/directory-table.ts';
import { type AuthenticatedTable, inSnakeCase, type Table } from '../core/tables/define-table.ts';
import { instanceTable, migrationTable } from '../core/tables/store-tables.ts';
import { importKeysTable } from '../custody/keys/import-keys-table.ts';
import { privateKeysTable } from '../custody/keys/private-keys-table.ts';
import { walletAccountsTable } from '../custody/keys/wallet-accounts-table.ts';
import { walletsTable } from '../custody/keys/wallets-table.ts';
import { appProofsTable } from '../custody/proofs/app-proofs-table.ts';
import { bootProofsTable } from '../custody/proofs/boot-proofs-table.ts';
import { dataKeysTable } from '../custody/secrets/data-keys-table.ts';
import { serviceKeysTable } from '../custody/secrets/service-keys-table.ts';
import { outboxTable } from '../delivery/outbox/outbox-table.ts';
import { webhookDeliveriesTable } from '../delivery/webhooks/webhook-deliveries-table.ts';
import { webhookEndpointsTable } from '../delivery/webhooks/webhook-endpoints-table.ts';
import { earnMovementsTable } from '../funds/earn/earn-movements-table.ts';
import { earnSamplesTable } from '../funds/earn/earn-samples-table.ts';
import { earnWrappersTable } from '../funds/earn/earn-wrappers-table.ts';
import { chainTransactionsTable } from '../funds/history/chain-transactions-table.ts';
import { followedBlocksTable } from '../funds/history/followed-blocks-table.ts';
import { followedChainsTable } from '../funds/history/followed-chains-table.ts';
import { swapConfigsTable } from '../funds/swap/swap-configs-table.ts';
import { nonceTurnsTable } from '../funds/transactions/nonce-turns-table.ts';
import { sentTransactionsTable } from '../funds/transactions/sent-transactions-table.ts';
import { signUpsTable } from '../identity/auth-proxy/sign-ups-table.ts';
import { apiKeysTable } from '../identity/credentials/api-keys-table.ts';
import { authenticatorsTable } from '../identity/credentials/authenticators-table.ts';
import { oauthProvidersTable } from '../identity/credentials/oauth-providers-table.ts';
import { oauth2CredentialsTable } from '../identity/credentials/oauth2-credentials-table.ts';
import { operatorKeysTable } from '../identity/credentials/operator-keys-table.ts';
import { messageTotalsTable } from '../identity/messages/message-totals-table.ts';
import { messagesTable } from '../identity/messages/messages-table.ts';
import { authProxiesTable } from '../identity/organizations/auth-proxies-table.ts';
import { authProxyConfigsTable } from '../identity/organizations/auth-proxy-configs-table.ts';
import { featuresTable } from '../identity/organizations/features-table.ts';
import { organizationsTable } from '../identity/organizations/organizations-table.ts';
import { passcodesTable } from '../identity/passcodes/passcodes-table.ts';
import { sessionProfilesTable } from '../identity/sessions/session-profiles-table.ts';
import { privateKeyTagsTable } from '../identity/tags/private-key-tags-table.ts';
import { tagsTable } from '../identity/tags/tags-table.ts';
import { userTagsTable } from '../identity/tags/user-tags-table.ts';
import { storageSharesTable } from '../identity/tenant-storage/storage-shares-table.ts';
import { storageTotalsTable } from '../identity/tenant-storage/storage-totals-table.ts';
import { usersTable } from '../identity/users/users-table.ts';
import { usedTokensTable } from '../identity/verification-tokens/used-tokens-table.ts';
import { policiesTable } from '../policies/rows/policies-table.ts';
import { policyEvaluationsTable } from '../policies/rows/policy-evaluations-table.ts';
import { smartContractInterfacesTable } from '../policies/smart-contracts/smart-contract-interfaces-table.ts';
import type { Placements } from '../storage/store/distribute.ts';
import { votesTable } from './record/votes-table.ts';

/**
 * All tables. A table that refers to another one comes after it: rows are inserted in this order, and a distributed PostgreSQL accepts
 * foreign keys only in this order.
 */
export const tables: readonly Table[] = [
  migrationTable,
  instanceTable,
  dataKeysTable,
  serviceKeysTable,
  bootProofsTable,
  followedChainsTable,
  followedBlocksTable,
  earnSamplesTable,
  organizationsTable,
  featuresTable,
  usersTable,
  apiKeysTable,
  operatorKeysTable,
  authenticatorsTable,
  tagsTable,
  userTagsTable,
  directoryTable,
  activitiesTable,
  votesTable,
  auditHeadsTable,
  auditEntriesTable,
  authProxyConfigsTable,
  outboxTable,
  walletsTable,
  walletAccountsTable,
  privateKeysTable,
  privateKeyTagsTable,
  importKeysTable,
  oauthProvidersTable,
  passcodesTable,
  usedTokensTable,
  oauth2CredentialsTable,
  authProxiesTable,
  signUpsTable,
  messageTotalsTable,
  messagesTable,
  sentTransactionsTable,
  nonceTurnsTable,
  earnWrappersTable,
  earnMovementsTable,
  policiesTable,
  policyEvaluationsTable,
  smartContractInterfacesTable,
  sessionProfilesTable,
  swapConfigsTable,
  webhookEndpointsTable,
  webhookDeliveriesTable,
  appProofsTable,
  chainTransactionsTable,
  storageTotalsTable,
  storageSharesTable,
];

const isAuthenticated = (table: Table): table is AuthenticatedTable => 'covered' in table;

/** Those whose rows have a MAC. */
export const authenticatedTables: readonly AuthenticatedTable[] = tables.filter(isAuthenticated);

/** Those that a deleted organization loses, in parts. No entry of the audit names their rows: the last one says that they are gone. */
export const endingTables: readonly AuthenticatedTable[] = authenticatedTables.filter(
  ({ endsWithOrganization }) => endsWithOrganization,
);

/** Whether the audit names a row that a deleted organization loses. */
export const isErased = (rowName: string): boolean => endingTables.some(({ name }) => rowName.startsWith(`${name}/`));

/** Those whose rows count towards the storage of their organization. They are written only together with an audit entry. */
export const countedTables: readonly Table[] = tables.filter(({ storage }) => !('boundedBy' in storage));

/** How a distributed PostgreSQL keeps them. The rows of an organization are together on one machine, and so are those of a chain. */
export const placements: Placements = new Map(
  tables.map(({ name, shard }) => {
    const beside = shard === 'caip2' ? followedChainsTable.name : organizationsTable.name;
    return [name, shard === 'everywhere' ? shard : { column: inSnakeCase(shard), beside }];
  }),
);
