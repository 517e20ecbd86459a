import { AuditChain, readHead } from '../src/core/audit/audit-chain.ts';
import { RowWriter } from '../src/core/authority/row-writer.ts';
import type { AuthenticatedTable } from '../src/core/tables/define-table.ts';
import type { TransactionSql } from '../src/storage/store/database.ts';
import type { Service } from './service.ts';

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
  const chain = AuditChain.continue(macs, organization, await readHead(sql, here));
  chain.append({ said: 'arranged', rows }, bytes);
  await chain.write(sql);
}

/** Changes rows as the service would: with their MACs, and with an entry in the audit. */
export async function arrangeRows<Row extends object>(
  service: Pick<Service, 'database' | 'macs'>,
  table: AuthenticatedTable<Row>,
  isRow: Partial<NoInfer<Row>>,
  changes: Partial<NoInfer<Row>>,
): Promise<void> {
  await service.database.transaction(async (sql) => {
    const parts = Object.entries(isRow).map(([column, value]) => sql`and ${sql(column)} = ${value as string}`);
    const rows = await sql<Row[]>`select * from ${sql(table.name)} where true ${parts}`;
    if (rows.length === 0) throw new Error(`no such row of ${table.name}`);
    for (const row of rows) {
      const owner = row as { organizationId?: string; id?: string };
      const id = owner.organizationId ?? owner.id ?? '';
      const [organization] = await sql<[{ id: string; parentId: string | null }]>`
        select id, parent_id from organizations where id = ${id}`;
      const writer = new RowWriter(sql, service.macs, organization);
      await writer.change(table, [row], changes);
      const marks = await writer.finish();
      // The audit entries of activities are fixed, so changed activities could not match them.
      if (table.isAudited || table.shard === 'id') await auditRows(service, sql, { id }, marks, writer.bytes);
    }
  });
}
