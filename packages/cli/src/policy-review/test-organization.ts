import { randomUUID } from 'node:crypto';
import { type Approver, approverWith } from '@mintmark/server/activities/record/voter';
import type { RowMacs } from '@mintmark/server/core/authority/row-macs';
import { RowWriter } from '@mintmark/server/core/authority/row-writer';
import type { PolicyContext } from '@mintmark/server/core/handlers/implement';
import { uuidv7 } from '@mintmark/server/core/model/ids';
import { ownerColumns } from '@mintmark/server/core/model/of-organization';
import type { AuthenticatedTable, RowOf } from '@mintmark/server/core/tables/define-table';
import { privateKeysTable } from '@mintmark/server/custody/keys/private-keys-table';
import { walletAccountsTable } from '@mintmark/server/custody/keys/wallet-accounts-table';
import { walletsTable } from '@mintmark/server/custody/keys/wallets-table';
import { apiKeysTable } from '@mintmark/server/identity/credentials/api-keys-table';
import { authenticatorsTable } from '@mintmark/server/identity/credentials/authenticators-table';
import { type OrganizationRow, requireOrganization } from '@mintmark/server/identity/organizations/organization-row';
import { organizationsTable } from '@mintmark/server/identity/organizations/organizations-table';
import { privateKeyTagsTable } from '@mintmark/server/identity/tags/private-key-tags-table';
import { tagsTable } from '@mintmark/server/identity/tags/tags-table';
import { userTagsTable } from '@mintmark/server/identity/tags/user-tags-table';
import { readUsers, type UserRow } from '@mintmark/server/identity/users/user-record';
import { usersTable } from '@mintmark/server/identity/users/users-table';
import { checkInterface } from '@mintmark/server/policies/smart-contracts/check-interface';
import { smartContractInterfacesTable } from '@mintmark/server/policies/smart-contracts/smart-contract-interfaces-table';
import type { Sql, TransactionSql } from '@mintmark/server/storage/store/database';
import { interfaceText } from './find-mistakes.ts';
import { keyRows } from './key-rows.ts';
import type { WrittenFile, WrittenVoter } from './test-file-schema.ts';
import { credentialsOf, userRows } from './user-rows.ts';

/** The organization that a file of cases describes, as the database has it. */
export interface TestOrganization {
  readonly row: OrganizationRow;
  readonly users: ReadonlyMap<string, UserRow>;
}

/** Writes what a file describes to a database, as the service would have stored it, and returns the id of the organization. */
export async function writeOrganization(sql: TransactionSql, macs: RowMacs, file: WrittenFile): Promise<string> {
  const now = new Date();
  const id = uuidv7(now);
  const times = { createdAt: now, updatedAt: now };
  const base = { ...ownerColumns({ id }), ...times };
  const writer = new RowWriter(sql, macs, { id, parentId: null });
  const insert = async <Row extends object>(
    table: AuthenticatedTable<Row>,
    rows: readonly NoInfer<Row>[],
  ): Promise<void> => {
    if (rows.length > 0) await sql`insert into ${sql(table.name)} ${sql(rows.map((row) => writer.sealed(table, row)))}`;
  };
  const { rootQuorum, interfaces = [] } = file;
  const ofUsers = userRows(base, file);
  const ofKeys = keyRows(base, file);
  const tagsOf = (type: RowOf<typeof tagsTable>['type'], links: readonly { readonly tagId: string }[]) =>
    [...new Set(links.map(({ tagId }) => tagId))].map((tagId) => ({ ...base, id: tagId, name: tagId, type }));
  const rootThreshold = rootQuorum?.threshold ?? 1;
  const organization = { id, parentId: null, name: 'Test', rootThreshold, policiesDigest: null, source: null };
  await insert(organizationsTable, [{ ...organization, ...times, deletedAt: null }]);
  await insert(usersTable, ofUsers.users);
  await insert(apiKeysTable, ofUsers.apiKeys);
  await insert(authenticatorsTable, ofUsers.authenticators);
  await insert(tagsTable, tagsOf('TAG_TYPE_USER', ofUsers.userTags));
  await insert(tagsTable, tagsOf('TAG_TYPE_PRIVATE_KEY', ofKeys.privateKeyTags));
  await insert(userTagsTable, ofUsers.userTags);
  await insert(walletsTable, ofKeys.wallets);
  await insert(walletAccountsTable, ofKeys.walletAccounts);
  await insert(privateKeysTable, ofKeys.privateKeys);
  await insert(privateKeyTagsTable, ofKeys.privateKeyTags);
  await insert(
    smartContractInterfacesTable,
    interfaces.map((one) => {
      const text = interfaceText(one);
      const checked = checkInterface({ ...one, smartContractInterface: text });
      return { ...base, id: randomUUID(), ...checked, interface: text, label: '', notes: '' };
    }),
  );
  return id;
}

/** Reads an organization that was written for a file. */
export async function readTestOrganization(
  sql: Sql,
  services: PolicyContext['services'],
  organizationId: string,
): Promise<TestOrganization> {
  const context = { sql, services, organization: { id: organizationId } };
  const row = await requireOrganization(context);
  return { row, users: new Map((await readUsers(context)).map((user) => [user.id, user])) };
}

/** The user that a file names, with the credential that it names or the first one. */
export function approverOf({ users }: TestOrganization, file: WrittenFile, voter: WrittenVoter, now: Date): Approver {
  const { userId, publicKey } = typeof voter === 'string' ? { userId: voter } : voter;
  const user = users.get(userId);
  const written = file.users.find((one) => one.userId === userId);
  const position = publicKey === undefined ? 0 : written?.credentials?.findIndex((one) => one.publicKey === publicKey);
  const chosen = written && credentialsOf(written)[position ?? 0];
  const stored = user && [...user.apiKeys, ...user.authenticators].find((one) => one.publicKey === chosen?.publicKey);
  const approver = user && stored && approverWith(user, stored.id, now);
  if (!approver) throw new Error(`user ${userId} was not written with this credential`);
  return approver;
}
