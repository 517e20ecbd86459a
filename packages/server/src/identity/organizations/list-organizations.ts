import type { RowMacs } from '../../core/authority/row-macs.ts';
import type { Database } from '../../storage/store/database.ts';
import { readInBatches } from '../../storage/store/read-in-batches.ts';
import { subOrganizations, topOrganizations } from './across-organizations.ts';
import type { OrganizationRow } from './organization-row.ts';
import { organizationsTable } from './organizations-table.ts';

interface ListedOrganization extends Pick<OrganizationRow, 'id' | 'name' | 'createdAt'> {
  /** How many sub-organizations it has, without deleted ones. */
  readonly subOrganizations: number;
}

const batchSize = 1_000;

/** All top-level organizations, oldest first. Leaves out rows that this service did not write. */
export async function* listOrganizations(database: Database, macs: RowMacs): AsyncGenerator<ListedOrganization> {
  const batches = readInBatches<OrganizationRow>(batchSize, (last, max) =>
    database.query(async (sql) => topOrganizations(sql, { max, after: last?.id })),
  );
  for await (const rows of batches)
    for (const { id, name, createdAt } of macs.genuine(organizationsTable, rows, { parentId: null }))
      yield { id, name, createdAt, subOrganizations: await countSubOrganizations(database, macs, id) };
}

async function countSubOrganizations(database: Database, macs: RowMacs, parentId: string): Promise<number> {
  const batches = readInBatches<OrganizationRow>(batchSize, (last, max) =>
    database.query(async (sql) => subOrganizations(sql, parentId, { max, after: last?.id })),
  );
  let count = 0;
  for await (const rows of batches)
    count += macs.genuine(organizationsTable, rows, { parentId, deletedAt: null }).length;
  return count;
}
