import type { RowMacs } from '../../core/authority/row-macs.ts';
import { RowWriter } from '../../core/authority/row-writer.ts';
import { isOrganization, ofOrganization } from '../../core/model/of-organization.ts';
import { organizationsWithUserTags } from '../../identity/organizations/across-organizations.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { tagsDigest } from '../../identity/users/tags-digest.ts';
import { readUsers } from '../../identity/users/user-record.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import type { Database, TransactionSql } from '../../storage/store/database.ts';
import { patience } from '../../storage/store/patience.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';

/** How many organizations are locked together. */
const batchSize = 100;

/**
 * Writes the digest of their tags to the users who got tags from an earlier version. Any number of processes may do this concurrently.
 * If it is interrupted, the next start continues; once it is done, no start does it again.
 *
 * @returns Whether this start did it: the first one after an upgrade, or on a new database.
 */
export async function coverUserTags(database: Database, macs: RowMacs): Promise<boolean> {
  const [instance] = await database.query(
    (sql) => sql<[{ coversUserTags: boolean }]>`
    select covers_user_tags from instance`,
  );
  if (instance.coversUserTags) return false;
  const batches = readInBatches<{ readonly organizationId: string }>(batchSize, (last, max) =>
    database.transaction((sql) => organizationsWithUserTags(sql, { max, after: last?.organizationId }), patience),
  );
  for await (const organizations of batches)
    await database.transaction(
      (sql) => Promise.all(organizations.map(({ organizationId: id }) => coverOrganization(sql, macs, id))),
      patience,
    );
  await database.transaction((sql) => sql`update instance set covers_user_tags = true`, patience);
  return true;
}

async function coverOrganization(sql: TransactionSql, macs: RowMacs, id: string): Promise<void> {
  // Whoever changes tags holds this lock.
  const [row] = await sql<OrganizationRow[]>`
    select * from organizations where ${isOrganization(sql, { id })} for no key update`;
  if (!row) return;
  const users = await sql<{ id: string }[]>`
    select id from users
    where ${ofOrganization(sql, { id })} and deleted_at is null and tags_digest is null`;
  const context = { sql, organization: { id }, services: { macs } };
  const writer = new RowWriter(sql, macs, row);
  for (const user of await readUsers(
    context,
    users.map((one) => one.id),
  )) {
    const tagIds = user.tags.map(({ tagId }) => tagId);
    if (tagIds.length > 0) await writer.change(usersTable, [user], { tagsDigest: tagsDigest(tagIds) });
  }
}
