import type { Organization } from '../organization.ts';
import type { Database, Sql } from '../store/database.ts';
import { ChainAccount } from './chain-account.ts';
import { readChain } from './read-chain.ts';
import { readInBatches } from './read-in-batches.ts';
import { verifyActivities } from './verify-activities.ts';

interface AuditProblem {
  readonly organizationId: string;
  /** What it is about: the chain, an entry, an activity, a vote or an organization. */
  readonly subject: string;
  readonly problem: string;
}

export interface AuditReport {
  /** How much was read. */
  readonly organizations: number;
  readonly entries: number;
  readonly activities: number;
  readonly votes: number;
  /** Empty if all of it holds. */
  readonly problems: readonly AuditProblem[];
}

interface OrganizationRow extends Organization {
  readonly deletedAt: Date | null;
}

/** For one organization; each of its statements is short. */
const timeoutMs = 60 * 60 * 1000;

/**
 * Proves the audit of every organization: that each chain is whole, that the activities and votes are those which it names, and
 * that a key of its user stamped each vote.
 *
 * Who can write everything can also write a chain anew, shorter or from its beginning; that shows only against a head that was
 * kept elsewhere. Users, credentials and features are not proved.
 *
 * @example
 * const { problems } = await verifyAudit(store.database);
 */
export async function verifyAudit(database: Database): Promise<AuditReport> {
  const problems: AuditProblem[] = [];
  const report = { organizations: 0, entries: 0, activities: 0, votes: 0, problems };
  const batches = readInBatches<Organization>(1_000, (last, size) =>
    database.query(
      (sql) => sql<Organization[]>`
        select * from organizations ${last ? sql`where id > ${last.id}` : sql``} order by id limit ${size}`,
    ),
  );
  for await (const organizations of batches) {
    for (const { tenantId, id } of organizations) {
      // In one snapshot, since all of it changes while it is read.
      const counts = await database.transaction(
        (sql) =>
          verifyOrganization(sql, tenantId, id, (subject, problem) => {
            problems.push({ organizationId: id, subject, problem });
          }),
        { isolation: 'repeatable read', timeoutMs },
      );
      report.organizations += 1;
      report.entries += counts.entries;
      report.activities += counts.activities;
      report.votes += counts.votes;
    }
  }
  return report;
}

type Report = (subject: string, problem: string) => void;

async function verifyOrganization(sql: Sql, tenantId: string, id: string, report: Report) {
  const [organization] = await sql<OrganizationRow[]>`
    select * from organizations where tenant_id = ${tenantId} and id = ${id}`;
  if (!organization) throw new Error(`organization ${id} was removed while the audit was read`);
  const account = new ChainAccount();
  let entries = 0;
  for await (const entry of readChain(sql, organization, report)) {
    account.add(entry);
    entries += 1;
  }
  const { origin, isDeleted } = account;
  const isOrigin =
    organization.parentId === null
      ? origin?.['said'] === 'bootstrap'
      : origin?.['said'] === 'created' && origin['parentId'] === organization.parentId;
  if (!isOrigin) report('chain', 'does not begin with the making of the organization');
  if (isDeleted !== (organization.deletedAt !== null))
    report(`organization ${id}`, isDeleted ? 'was deleted, and is there again' : 'is deleted, though no entry says so');
  await verifySubOrganizations(sql, organization, account, report);
  return { entries, ...(await verifyActivities(sql, organization, account, report)) };
}

/** Proves that the sub-organizations are those which the chain of their parent says were made. */
async function verifySubOrganizations(
  sql: Sql,
  { tenantId, id }: Organization,
  { subOrganizationIds }: ChainAccount,
  report: Report,
): Promise<void> {
  const missing = new Set(subOrganizationIds);
  const batches = readInBatches<{ id: string }>(
    1_000,
    (last, size) => sql`
      select id from organizations
      where tenant_id = ${tenantId} and parent_id = ${id} ${last ? sql`and id > ${last.id}` : sql``}
      order by id limit ${size}`,
  );
  for await (const rows of batches)
    for (const row of rows) if (!missing.delete(row.id)) report(`organization ${row.id}`, 'is in no entry');
  for (const subOrganizationId of missing) report(`organization ${subOrganizationId}`, 'is missing');
}
