import { AuditChain, readHead } from '../src/core/audit/audit-chain.ts';
import type { AuthorityRows, AuthorityTable } from '../src/core/authority/authority-tables.ts';
import { RowWriter } from '../src/core/authority/row-writer.ts';
import type { TransactionSql } from '../src/storage/store/database.ts';
import type { Service } from './service.ts';

type Arranged = Exclude<AuthorityTable, 'service_keys' | 'audit_heads' | 'directory'>;

/** Records in the audit of an organization which rows changed. */
export async function auditRows(
  { macs }: Pick<Service, 'macs'>,
  sql: TransactionSql,
  here: { readonly id: string },
  rows: Readonly<Record<string, string>>,
  bytes = 0,
): Promise<void> {
  await sql`select from organizations where id = ${here.id} for no key update`;
  const organization = { ...here, parentId: null, name: '', rootThreshold: 1, source: null };
  const chain = AuditChain.continue(sql, macs, organization, await readHead(sql, here));
  chain.append({ said: 'arranged', rows }, bytes);
  await Promise.all(chain.statements());
}

/** Changes rows as the service would: with their MACs, and with an entry in the audit. */
export async function arrangeRows<T extends Arranged>(
  service: Pick<Service, 'database' | 'macs'>,
  table: T,
  isRow: Partial<AuthorityRows[T]>,
  changes: Partial<AuthorityRows[T]>,
): Promise<void> {
  await service.database.transaction(async (sql) => {
    const parts = Object.entries(isRow).map(([column, value]) => sql`and ${sql(column)} = ${value as string}`);
    const rows = await sql<AuthorityRows[T][]>`select * from ${sql(table as string)} where true ${parts}`;
    if (rows.length === 0) throw new Error(`no such row of ${table}`);
    for (const row of rows) {
      const owner = row as { organizationId?: string; id?: string };
      const id = owner.organizationId ?? owner.id ?? '';
      const [organization] = await sql<[{ id: string; parentId: string | null }]>`
        select id, parent_id from organizations where id = ${id}`;
      const writer = new RowWriter(sql, service.macs, organization);
      await writer.change(table, [row], changes);
      const marks = await writer.finish();
      // The audit entries of activities are fixed, so changed activities could not match them.
      if (table !== 'activities') await auditRows(service, sql, { id }, marks, writer.bytes);
    }
  });
}
