import type { Sql } from '../../storage/store/database.ts';
import { tables } from '../tables.ts';

const names = tables.map(({ name }) => name);

interface Relation {
  readonly name: string;
  readonly isTable: boolean;
  readonly isFiltered: boolean;
  readonly hasTrigger: boolean;
  readonly isKeyed: boolean;
}

/**
 * Reports schema changes that let the owner of the database show other rows to the audit than to the service. It finds changes
 * that are still in place. It cannot detect a modified PostgreSQL server.
 */
export async function verifySchema(sql: Sql, report: (subject: string, problem: string) => void): Promise<void> {
  const [{ searchPath }] = await sql<[{ searchPath: string }]>`show search_path`;
  const schemas = searchPath.split(',').map((schema) => schema.trim());
  // PostgreSQL searches pg_catalog first, unless search_path names it.
  if (schemas.indexOf('pg_catalog') > 0) report('search_path', "puts other operators before PostgreSQL's own");
  const relations = await sql<Relation[]>`
    select relname as name, relkind = 'r' as is_table, relrowsecurity or relhasrules as is_filtered,
      exists (select from pg_catalog.pg_trigger where tgrelid = pg_class.oid and not tgisinternal) as has_trigger,
      exists (select from pg_catalog.pg_index where indrelid = pg_class.oid and indisprimary and indisvalid) as is_keyed
    from pg_catalog.pg_class where oid = any(${names}::text[]::regclass[])`;
  for (const { name, isTable, isFiltered, hasTrigger, isKeyed } of relations) {
    if (!isTable) report(`table ${name}`, 'is not a table');
    else if (isFiltered) report(`table ${name}`, 'has rules or row security');
    else if (!isKeyed) report(`table ${name}`, 'has lost its primary key');
    if (hasTrigger) report(`table ${name}`, 'has a trigger');
  }
}
