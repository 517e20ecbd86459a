import { TamperedError } from '../../core/authority/tampered-error.ts';
import { isOrganization, keyColumns, ofOrganization } from '../../core/model/of-organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import { bytesOf } from '../../core/tables/bytes-of.ts';
import type { Table } from '../../core/tables/define-table.ts';
import { walletAccountsTable } from '../../custody/keys/wallet-accounts-table.ts';
import { mail } from '../../delivery/mail/mail.ts';
import { sms } from '../../delivery/mail/sms.ts';
import { webhook } from '../../delivery/webhooks/webhook.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import { privateKeyTagsTable } from '../../identity/tags/private-key-tags-table.ts';
import type { Sql, TransactionSql } from '../../storage/store/database.ts';
import { endingTables } from '../tables.ts';

/** What nobody waits for any more. What was sent to a chain goes on, and so do the events that the parent gets. */
export const endingKinds = [mail, sms, webhook].map(({ name }) => name);

interface ErasureContext extends RowsContext {
  readonly sql: TransactionSql;
}

interface Removed {
  readonly count: number;
  /** What they counted towards the storage of the organization. */
  readonly bytes: number;
}

type Step = (sql: Sql, organization: OrganizationRow, max: number) => Promise<Removed>;

const sumOf = (table: Table, rows: readonly object[]): Removed => ({
  count: rows.length,
  bytes: rows.reduce((sum, row) => sum + bytesOf(table, row), 0),
});

/** Rows that an id names. */
const rowsOf =
  (table: Table): Step =>
  async (sql, organization, max) => {
    const here = ofOrganization(sql, organization);
    const rows = await sql`
      delete from ${sql(table.name)}
      where ${here} and id = any(array(select id from ${sql(table.name)} where ${here} limit ${max}))
      returning *`;
    return sumOf(table, rows);
  };

const tagsOfPrivateKeys: Step = async (sql, organization, max) => {
  const here = ofOrganization(sql, organization);
  const { count } = await sql`
    delete from private_key_tags
    where ${here} and (tag_id, private_key_id) in (
      select tag_id, private_key_id from private_key_tags where ${here} limit ${max}
    )`;
  return { count, bytes: 0 };
};

/** The directory of the parent names each account: its entry goes together with the account, so that the audit sees both or neither. */
const accounts: Step = async (sql, organization, max) => {
  const { id, parentId } = organization;
  const here = ofOrganization(sql, organization);
  const removed = await sql<{ readonly id: string; readonly address: string }[]>`
    delete from wallet_accounts
    where ${here} and id = any(array(select id from wallet_accounts where ${here} limit ${max}))
    returning *`;
  if (parentId !== null && removed.length > 0)
    await sql`
      delete from directory
      where parent_id = ${parentId} and kind = 'accountAddress' and organization_id = ${id}
        and (digest, row_id) in (
          select sha256(convert_to(address, 'UTF8')), row_id
          from unnest(
            ${removed.map(({ address }) => address)}::text[],
            ${removed.map((account) => account.id)}::uuid[]
          ) as removed (address, row_id)
        )`;
  return sumOf(walletAccountsTable, removed);
};

/** Those that a process delivers at this moment end by themselves. */
const entries: Step = async (sql, organization, max) => {
  const here = ofOrganization(sql, organization);
  const { count } = await sql`
    delete from outbox
    where ${here} and id = any(array(
      select id from outbox where ${here} and kind = any(${endingKinds}::text[]) and (lease_id is null or due_at < now())
      limit ${max} for update skip locked
    ))`;
  return { count, bytes: 0 };
};

/** Whether there are entries left: those that were being delivered when the others were removed. */
export async function hasEntries({ sql, organization }: ErasureContext): Promise<boolean> {
  const [left] = await sql`
    select from outbox where ${ofOrganization(sql, organization)} and kind = any(${endingKinds}::text[]) limit 1`;
  return left !== undefined;
}

/** How to remove rows that an id alone does not name, or that the directory lists. */
const ofTable: ReadonlyMap<Table, Step> = new Map<Table, Step>([
  [privateKeyTagsTable, tagsOfPrivateKeys],
  [walletAccountsTable, accounts],
]);

/** A row that another one refers to comes after that one. */
const steps: readonly Step[] = [
  entries,
  ...endingTables.toReversed().map((table) => ofTable.get(table) ?? rowsOf(table)),
];

/**
 * Removes some rows of a deleted organization. Returns whether there may be more.
 *
 * @param max How many rows to remove at most.
 */
export async function eraseRows(context: ErasureContext, max: number): Promise<boolean> {
  const { sql } = context;
  const organization = await requireDeleted(context);
  for (const step of steps) {
    const { count, bytes } = await step(sql, organization, max);
    if (count === 0) continue;
    await sql`update audit_heads set bytes = bytes - ${bytes} where ${ofOrganization(sql, organization)}`;
    return true;
  }
  return false;
}

/**
 * Reads an organization that was deleted, and locks it.
 *
 * Nothing is ever removed from one that exists: what cannot be verified counts as such.
 */
export async function requireDeleted({ sql, organization, services }: ErasureContext): Promise<OrganizationRow> {
  const rows = await sql<OrganizationRow[]>`
    select * from organizations where ${isOrganization(sql, organization)} for no key update`;
  const [row] = services.macs.genuine(organizationsTable, rows, keyColumns(organization));
  if (!row || row.deletedAt === null) throw new TamperedError(`the organization ${organization.id} is not deleted`);
  return row;
}
