import getOrganizationConfigs from '@mintmark/schema/operations/organizations/get-organization-configs';
import { readStorageUse } from '../../core/budgets/storage-use.ts';
import { answer } from '../../core/handlers/implement.ts';
import { isOrganization, keyColumns, ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { type NestedRow, readNestedRow } from '../../core/tables/nested-row.ts';
import { featureRecords } from '../../funds/swap/feature-records.ts';
import { operatorKeyRecord, readOperatorKeys } from '../../identity/credentials/operator-key-record.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import type { UserRow } from '../../identity/users/user-record.ts';
import { usersTable } from '../../identity/users/users-table.ts';

export default answer(getOrganizationConfigs, async (context) => {
  const {
    sql,
    organization,
    services: { macs },
  } = context;
  // In one statement, since both change together: an old threshold could be higher than the new number of root users.
  const [rows, features, operatorKeys, storage] = await Promise.all([
    sql<(OrganizationRow & { roots: readonly NestedRow[] })[]>`
      select *, (
        select coalesce(json_agg(users order by created_at, id), '[]') from users
        where ${ofOrganization(sql, organization)} and deleted_at is null and is_root
      ) as roots
      from organizations where ${isOrganization(sql, organization)}`,
    featureRecords(context),
    readOperatorKeys(context),
    readStorageUse(context),
  ]);
  const [row] = macs.genuine(organizationsTable, rows, keyColumns(organization));
  const read = row?.roots.map((json) => readNestedRow<UserRow>(usersTable, json)) ?? [];
  const roots = macs.genuine(usersTable, read, ownerColumns(organization));
  const quorum = row && { threshold: row.rootThreshold, userIds: roots.map((user) => user.id) };
  return {
    configs: {
      features,
      ...(quorum && { quorum }),
      ...(storage && { storage }),
      ...(operatorKeys.length > 0 && { operatorKeys: operatorKeys.map(operatorKeyRecord) }),
    },
  };
});
