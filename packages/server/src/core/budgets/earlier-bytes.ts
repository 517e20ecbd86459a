import type { Database, Sql, Statement } from '../../storage/store/database.ts';
import { ofOrganization } from '../model/of-organization.ts';
import { rowBytes } from '../tables/bytes-of.ts';
import type { Table } from '../tables/define-table.ts';

/** So few rows that a statement reads them well within its time. */
const defaultRowsPerRead = 5_000;
/** A large organization is read in many parts. */
const patience = { isolation: 'repeatable read', timeoutMs: 30 * 60_000 } as const;

interface CountOptions {
  /** The tables whose rows count. */
  readonly tables: readonly Table[];
  readonly rowsPerRead?: number;
  readonly signal?: AbortSignal;
}

/**
 * Counts what an organization had stored before an upgrade from a version that did not count. It takes no lock: all parts are read
 * from one snapshot, which also says how much was added since the upgrade. Whoever counts it first, counts it for all.
 */
export async function countEarlierBytes(
  database: Database,
  organizationId: string,
  options: CountOptions,
): Promise<void> {
  const earlier = await database.transaction(async (sql) => {
    const [head] = await sql<{ bytes: bigint }[]>`
      select bytes from audit_heads where ${ofOrganization(sql, { id: organizationId })} and earlier_bytes is null`;
    return head && (await countStoredBytes(sql, organizationId, options)) - head.bytes;
  }, patience);
  if (earlier === undefined) return;
  await database.transaction(
    (sql) => sql`
      update audit_heads set earlier_bytes = ${earlier}
      where ${ofOrganization(sql, { id: organizationId })} and earlier_bytes is null`,
  );
}

/** The bytes of all rows of an organization that count. */
export async function countStoredBytes(
  sql: Sql,
  organizationId: string,
  { tables, rowsPerRead = defaultRowsPerRead, signal }: CountOptions,
): Promise<bigint> {
  let bytes = 0n;
  for (const table of tables) {
    let part: Part | undefined;
    do {
      signal?.throwIfAborted();
      part = await readPart(sql, { organizationId, table, rowsPerRead, last: part?.last ?? undefined });
      bytes += part.bytes;
    } while (part.count === rowsPerRead);
  }
  return bytes;
}

interface Part {
  readonly bytes: bigint;
  readonly count: number;
  /** The key of the last row, without the organization. */
  readonly last: readonly string[] | null;
}

interface PartOptions {
  readonly organizationId: string;
  readonly table: Table;
  readonly rowsPerRead: number;
  /** The last row of the part before. */
  readonly last: readonly string[] | undefined;
}

async function readPart(sql: Sql, { organizationId, table, rowsPerRead, last }: PartOptions): Promise<Part> {
  const key = table.key.filter((column) => column !== table.shard);
  const texts = 'boundedBy' in table.storage ? [] : table.storage;
  const list = <Item>(items: readonly Item[], write: (item: Item) => Statement) =>
    items.map((item, index) => (index === 0 ? write(item) : sql`, ${write(item)}`));
  const lengths = texts.map((column) =>
    table.columns[column]?.type === 'text[]'
      ? sql`+ octet_length(array_to_string(${sql(column)}, ''))`
      : sql`+ coalesce(octet_length(${sql(column)}), 0)`,
  );
  const [part] = await sql<[Part]>`
    select coalesce(sum(bytes), 0)::bigint as bytes, count(*)::integer as count, (
      array_agg(
        array_to_json(array[${list(key, (column) => sql`${sql(column)}::text`)}])
        order by ${list(key, (column) => sql`${sql(column)} desc`)}
      )
    )[1] as last
    from (
      select ${sql(key)}, ${rowBytes}::integer ${lengths.length > 0 ? lengths : sql``} as bytes from ${sql(table.name)}
      where ${ofOrganization(sql, { id: organizationId })}
        ${last ? sql`and (${sql(key)}) > (${list(last, (value) => sql`${value}`)})` : sql``}
      order by ${sql(key)} limit ${rowsPerRead}
    ) part`;
  return part;
}
