import type { Link } from '../../core/audit/audit-chain.ts';
import { type DirectoryEntry, entryName } from '../../core/authority/directory.ts';
import { directoryTable } from '../../core/authority/directory-table.ts';
import { type Authenticated, type RowMacs, rowName } from '../../core/authority/row-macs.ts';
import { isOrganization } from '../../core/model/of-organization.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { Vault } from '../../custody/secrets/vault.ts';
import { allOrganizations, subOrganizations } from '../../identity/organizations/across-organizations.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import type { Database, Sql } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';
import { ChainAccount, marksOf, type OperatorKeyAccount } from './chain-account.ts';
import { readChain } from './read-chain.ts';
import { type RootUserChange, rootUserChanges } from './root-user-changes.ts';
import { verifyActivities } from './verify-activities.ts';
import { verifyBootProofs } from './verify-boot-proofs.ts';
import { verifyFollowedChains } from './verify-followed-chains.ts';
import { verifyKeys } from './verify-keys.ts';
import { verifyOperatorKeys } from './verify-operator-keys.ts';
import { verifyRows } from './verify-rows.ts';
import { verifySchema } from './verify-schema.ts';

interface AuditProblem {
  /** The organization that has the problem; undefined for problems of the service itself. */
  readonly organizationId: string | undefined;
  /** What it is about: the chain, an entry, an activity, a vote, an organization or another row. */
  readonly subject: string;
  readonly problem: string;
}

interface AuditedOperatorKey extends OperatorKeyAccount {
  readonly organizationId: string;
}

export interface AuditReport {
  /** How much was read. */
  readonly organizations: number;
  readonly entries: number;
  readonly activities: number;
  readonly votes: number;
  /** Rows that give authority. */
  readonly rows: number;
  /** Changes of root users by others. They are for people to judge: the root quorum may have made them. */
  readonly rootUserChanges: readonly RootUserChange[];
  /** The keys that the operator added to root users. */
  readonly operatorKeys: readonly AuditedOperatorKey[];
  /** Empty if the audit holds. */
  readonly problems: readonly AuditProblem[];
}

/** What is audited, and with which keys. */
export interface Audited {
  readonly database: Database;
  readonly vault: Vault;
  readonly macs: RowMacs;
}

/** For one organization; each of its statements is short. */
const timeoutMs = 60 * 60 * 1000;

/**
 * Verifies the audit of every organization: each chain is complete; activities, votes and the rows that give authority match it;
 * a key of its user stamped each vote.
 *
 * An older copy of the whole database passes, unless it is compared with newer heads.
 *
 * @param heads The links that chains had, by organization: the present chains have to continue them.
 * @example
 * const { problems } = await verifyAudit({ database, vault, macs });
 */
export async function verifyAudit(
  { database, vault, macs }: Audited,
  heads: ReadonlyMap<string, Link> = new Map(),
): Promise<AuditReport> {
  const problems: AuditProblem[] = [];
  const changes: RootUserChange[] = [];
  const operatorKeys: AuditedOperatorKey[] = [];
  const counts = { organizations: 0, entries: 0, activities: 0, votes: 0, rows: 0 };
  const report = { ...counts, rootUserChanges: changes, operatorKeys, problems };
  const reportOf = (organizationId?: string) => (subject: string, problem: string) => {
    problems.push({ organizationId, subject, problem });
  };
  await database.query((sql) => verifySchema(sql, reportOf()));
  await database.query((sql) => verifyKeys(sql, { vault, macs }, reportOf()));
  await database.query((sql) => verifyBootProofs(sql, macs, reportOf()));
  await database.query((sql) => verifyFollowedChains(sql, macs, reportOf()));
  const missing = new Set(heads.keys());
  const versions = new Map<string, ReadonlySet<string>>();
  const batches = readInBatches<{ id: string }>(1_000, (last, max) =>
    database.query(async (sql) => allOrganizations(sql, { max, after: last?.id })),
  );
  for await (const organizations of batches) {
    for (const { id } of organizations) {
      missing.delete(id);
      // In one snapshot, since rows may change while they are read.
      const verify = (report: Report) =>
        database.transaction(
          async (sql) => {
            // Between two statements, the rows of a large organization can take seconds.
            await sql`set local idle_in_transaction_session_timeout = 0`;
            const [organization] = await sql<OrganizationRow[]>`
              select * from organizations where ${isOrganization(sql, { id })}`;
            if (!organization) throw new Error(`organization ${id} was removed while the audit log was being read`);
            return verifyOrganization(sql, macs, { organization, versions, head: heads.get(id), report });
          },
          { isolation: 'repeatable read', timeoutMs },
        );
      const { doubts, ...counts } = await verify(reportOf(id));
      // A distributed database has no snapshot of several organizations, and may show a child before the entry of its parent.
      // What is still there at a second look is a problem.
      if (doubts.length > 0) versions.clear();
      const again = doubts.length > 0 ? (await verify(() => {})).doubts.map(String) : [];
      for (const [subject, problem] of doubts)
        if (again.includes(String([subject, problem]))) reportOf(id)(subject, problem);
      report.organizations += 1;
      report.entries += counts.entries;
      report.activities += counts.activities;
      report.votes += counts.votes;
      report.rows += counts.rows;
      changes.push(...counts.changes);
      operatorKeys.push(...counts.operatorKeys.map((key) => ({ organizationId: id, ...key })));
    }
  }
  for (const id of missing)
    reportOf(id)(`organization ${id}`, 'is missing, though the heads file has a head of its chain');
  return report;
}

type Report = (subject: string, problem: string) => void;

/** What may be a problem, or only a change that was under way while two organizations were compared. */
type Doubt = readonly [subject: string, problem: string];

interface Subject {
  readonly organization: OrganizationRow;
  /** Every version that the rows of a parent ever had, for the parents that were read. */
  readonly versions: Map<string, ReadonlySet<string>>;
  /** A link that the chain had earlier. */
  readonly head: Link | undefined;
  readonly report: Report;
}

async function verifyOrganization(sql: Sql, macs: RowMacs, { organization, versions, head, report }: Subject) {
  const { id, parentId, deletedAt } = organization;
  const account = new ChainAccount(id, report);
  let entries = 0;
  let isContinued = head === undefined || head.sequence === 0n;
  for await (const { content, sequence, hash } of readChain(sql, macs, organization, report)) {
    account.add(content, sequence);
    entries += 1;
    isContinued ||= head?.sequence === sequence && Buffer.from(head.hash).equals(hash);
  }
  if (!isContinued) report('chain', `does not continue from the head in the heads file, entry ${head?.sequence}`);
  const { origin, isDeleted } = account;
  const isOrigin =
    parentId === null
      ? origin?.['said'] === 'bootstrap'
      : origin?.['said'] === 'created' && origin['parentId'] === parentId;
  if (!isOrigin) report('chain', 'does not begin with the creation of the organization');
  if (isDeleted !== (deletedAt !== null))
    report(`organization ${id}`, isDeleted ? 'was deleted, but exists again' : 'is deleted, though no entry says so');
  const { count: rows, entries: listed } = await verifyRows(sql, macs, { organization, account, report });
  await verifyOperatorKeys(sql, macs, { organization, account, report });
  // The entries of accounts go with their rows, all others when the organization is deleted.
  const entriesThere = deletedAt === null ? listed : listed.filter(({ kind }) => kind === 'accountAddress');
  const doubts = [
    ...(await compareSubOrganizations(sql, organization, account)),
    ...(await compareDirectory(sql, macs, organization, entriesThere)),
    ...(await compareWithParent(sql, macs, organization, { account, versions })),
  ];
  const { operatorKeys } = account;
  const verified = await verifyActivities(sql, macs, { organization, account, report });
  const changes = await rootUserChanges(sql, macs, organization);
  return { entries, rows, operatorKeys, doubts, ...verified, changes };
}

/** Compares the sub-organizations with those that were created according to the chain of their parent. */
async function compareSubOrganizations(
  sql: Sql,
  { id: parentId }: OrganizationRow,
  { subOrganizationIds }: ChainAccount,
): Promise<Doubt[]> {
  const doubts: Doubt[] = [];
  const missing = new Set(subOrganizationIds);
  const batches = readInBatches<{ id: string }>(1_000, (last, max) =>
    subOrganizations(sql, parentId, { max, after: last?.id }),
  );
  for await (const rows of batches)
    for (const { id } of rows) if (!missing.delete(id)) doubts.push([`organization ${id}`, 'has no audit entry']);
  for (const id of missing) doubts.push([`organization ${id}`, 'is missing']);
  return doubts;
}

/** Compares what the parent's directory has for an organization with what follows from its rows. */
async function compareDirectory(
  sql: Sql,
  macs: RowMacs,
  { id: organizationId, parentId }: OrganizationRow,
  entries: readonly DirectoryEntry[],
): Promise<Doubt[]> {
  if (parentId === null) return [];
  const doubts: Doubt[] = [];
  const missing = new Map(entries.map((entry) => [entryName(entry), entry]));
  const rows = await sql<Authenticated<RowOf<typeof directoryTable>>[]>`
    select * from directory where parent_id = ${parentId} and organization_id = ${organizationId}`;
  for (const row of rows) {
    const name = rowName(directoryTable, row);
    if (!macs.isGenuine(directoryTable, row)) doubts.push([name, 'was not written by this service']);
    else if (!missing.delete(entryName(row))) doubts.push([name, 'is stale']);
  }
  for (const entry of missing.values()) doubts.push([rowName(directoryTable, entry), 'is missing']);
  return doubts;
}

/** Compares the parent's rows that decided about activities with the versions that the chain of the parent has. */
async function compareWithParent(
  sql: Sql,
  macs: RowMacs,
  { parentId }: OrganizationRow,
  { account, versions }: { readonly account: ChainAccount; readonly versions: Subject['versions'] },
): Promise<Doubt[]> {
  const { parentBases } = account;
  if (parentId === null || parentBases.length === 0) return [];
  const known = versions.get(parentId) ?? (await readVersions(sql, macs, parentId));
  versions.set(parentId, known);
  return parentBases
    .filter(({ row, mark }) => !known.has(`${row} ${mark}`))
    .map(({ activityId, row }) => [
      `activity ${activityId}`,
      `was decided with a version of ${row} that the parent never had`,
    ]);
}

/** Every version that the rows of an organization ever had. What is wrong with its chain is reported with the organization. */
async function readVersions(sql: Sql, macs: RowMacs, id: string): Promise<ReadonlySet<string>> {
  const versions = new Set<string>();
  for await (const { content } of readChain(sql, macs, { id }, () => {}))
    for (const [row, mark] of marksOf(content['rows'])) versions.add(`${row} ${mark}`);
  return versions;
}
