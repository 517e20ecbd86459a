import type { Organization } from '../organization.ts';
import type { Statement, TransactionSql } from '../store/database.ts';

/** What the audit says of one change. */
export type AuditContent = Readonly<Record<string, string | number | boolean>>;

/**
 * Appends to the chain of an organization, within the transaction of the change itself; changes that are given go with it in one
 * statement.
 *
 * Each hash covers the hash before it, the number of the entry and its content, so that nothing can be changed, moved or taken
 * out of the middle. The row of the head is locked until the end of the transaction.
 */
export function appendEntry(
  sql: TransactionSql,
  { tenantId, id }: Organization,
  content: AuditContent,
  changes: Readonly<Record<string, Statement>> = {},
): Statement {
  const text = JSON.stringify(content);
  const parts = Object.entries(changes).map(([name, change]) => sql`, ${sql(name)} as (${change})`);
  return sql`
    with head as (
      update audit_heads set
        sequence = sequence + 1,
        hash = sha256(hash || int8send(sequence + 1) || convert_to(${text}, 'UTF8'))
      where tenant_id = ${tenantId} and organization_id = ${id}
      returning sequence, hash
    )
    ${parts.length > 0 ? parts : sql``}
    insert into audit_entries (tenant_id, organization_id, sequence, content, hash)
    select ${tenantId}, ${id}, sequence, ${text}, hash from head`;
}

/** Begins the chain of a new organization. Its first link is the hash of the organization's id. */
export async function beginChain(sql: TransactionSql, { tenantId, id }: Organization): Promise<void> {
  await sql`
    insert into audit_heads (tenant_id, organization_id, sequence, hash)
    values (${tenantId}, ${id}, 0, sha256(convert_to(${id}::text, 'UTF8')))`;
}
