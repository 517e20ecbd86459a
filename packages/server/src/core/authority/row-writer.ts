import type { TransactionSql } from '../../storage/store/database.ts';
import { bytesOf } from '../tables/bytes-of.ts';
import type { AuthenticatedTable } from '../tables/define-table.ts';
import { anywhere } from '../tables/insert-rows.ts';
import { statementOf, type Writing } from '../tables/joint-write.ts';
import { type DirectoryEntry, delisting, directoryEntries, entryName, listing } from './directory.ts';
import { directoryTable } from './directory-table.ts';
import { joinedMarks, type Marks, markOf, type RowMacs, rowMark, rowName } from './row-macs.ts';

/** The organization whose rows are written. */
interface Owner {
  readonly id: string;
  readonly parentId: string | null;
}

/**
 * Writes the rows of one organization that decide who may do what, within one transaction. Each row gets its MAC, and the
 * changes are collected for the audit entry that this transaction writes. The directory of the parent follows the rows.
 */
export class RowWriter {
  readonly #sql: TransactionSql;
  readonly #macs: RowMacs;
  readonly #marks = joinedMarks();
  #before: Record<string, string> | undefined;
  readonly #owner: Owner;
  readonly #listed = new Map<string, DirectoryEntry>();
  readonly #delisted = new Map<string, DirectoryEntry>();
  #isDecisive = false;
  #bytes = 0;

  constructor(sql: TransactionSql, macs: RowMacs, owner: Owner) {
    this.#sql = sql;
    this.#macs = macs;
    this.#owner = owner;
  }

  /** Updates the directory, and returns the marks. */
  async finish(): Promise<Marks> {
    const sql = this.#sql;
    await Promise.all(this.directoryChanges().map((change) => statementOf(sql, change, anywhere)));
    return this.#marks;
  }

  /** What updates the directory. It comes after all changes. */
  directoryChanges(): Writing[] {
    const { id: organizationId, parentId } = this.#owner;
    if (parentId === null) return [];
    const rowsOf = (entries: ReadonlyMap<string, DirectoryEntry>) =>
      [...entries.values()].map((entry) => ({ parentId, ...entry, organizationId }));
    const delisted = rowsOf(this.#delisted);
    const listed = rowsOf(this.#listed).map((row) => ({ ...row, mac: this.#macs.macOf(directoryTable, row) }));
    return [
      ...(delisted.length > 0 ? [delisting.of(delisted)] : []),
      ...(listed.length > 0 ? [listing.of(listed)] : []),
    ];
  }

  /** The digest of each changed row, by its name; empty if the row was removed. */
  get marks(): Marks {
    return this.#marks;
  }

  /** Whether a changed row may decide about later activities of the organization. */
  get isDecisive(): boolean {
    return this.#isDecisive;
  }

  /** The bytes that the changes add to the storage of the organization. Negative if they free more than they take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The previous digest of each row that was read and changed, by its name; undefined if there is none. */
  get before(): Marks | undefined {
    return this.#before;
  }

  /** A row to be inserted, with its MAC. */
  sealed<Row extends object>(table: AuthenticatedTable<Row>, row: NoInfer<Row>): Row & { readonly mac: string } {
    this.#bytes += bytesOf(table, row);
    return this.#seal(table, row);
  }

  #seal<Row extends object>(table: AuthenticatedTable<Row>, row: Row): Row & { readonly mac: string } {
    this.#note(table, row, rowMark(table, row));
    move(directoryEntries(table, row), this.#delisted, this.#listed);
    return { ...row, mac: this.#macs.macOf(table, row) };
  }

  /**
   * Removes everything of this organization from the directory, except its accounts, which may be very many: they go with their rows.
   * The rows themselves stay as they are.
   */
  async delistAll(): Promise<void> {
    const { id, parentId } = this.#owner;
    this.#listed.clear();
    this.#delisted.clear();
    if (parentId !== null)
      await this.#sql`
        delete from directory
        where parent_id = ${parentId} and organization_id = ${id} and kind <> 'accountAddress'`;
  }

  /** Changes rows that were read whole. */
  async change<Row extends object>(
    table: AuthenticatedTable<Row>,
    rows: readonly NoInfer<Row>[],
    changes: Partial<NoInfer<Row>>,
  ): Promise<void> {
    await Promise.all(
      rows.map((row) => {
        const name = rowName(table, row);
        if (!(name in this.#marks)) this.#before = Object.assign(this.#before ?? joinedMarks(), markOf(table, row));
        move(directoryEntries(table, row), this.#listed, this.#delisted);
        const changed = { ...row, ...changes };
        this.#bytes += bytesOf(table, changed) - bytesOf(table, row);
        const { mac } = this.#seal(table, changed);
        const columns = { ...changes, mac } as Record<string, string>;
        return this.#sql`
          update ${this.#sql(table.name)} set ${this.#sql(columns)} where ${this.#isRow(table.key, row)}`;
      }),
    );
  }

  /** Removes rows that were read whole. */
  async remove<Row extends object>(table: AuthenticatedTable<Row>, rows: readonly NoInfer<Row>[]): Promise<void> {
    for (const row of rows) {
      this.#bytes -= bytesOf(table, row);
      this.#note(table, row, '');
      move(directoryEntries(table, row), this.#listed, this.#delisted);
    }
    await Promise.all(
      this.#areRows(table, rows).map((are) => this.#sql`delete from ${this.#sql(table.name)} where ${are}`),
    );
  }

  #note(table: AuthenticatedTable, row: object, mark: string): void {
    this.#marks[rowName(table, row)] = mark;
    // The row of a new sub-organization decides nothing in its parent.
    const isOfOthers = table.shard === 'id' && (row as { readonly id: string }).id !== this.#owner.id;
    if (table.endsGroup && !isOfOthers) this.#isDecisive = true;
  }

  /** Conditions that together match rows: one for all of them if ids name each, otherwise one for each. */
  #areRows({ key, columns }: AuthenticatedTable, rows: readonly object[]) {
    const sql = this.#sql;
    const [owner, first = '', second] = key;
    const isNamedByIds = owner === 'organizationId' && key.every((column) => columns[column]?.type === 'uuid');
    if (!isNamedByIds || first === '' || key.length > 3) return rows.map((row) => this.#isRow(key, row));
    if (rows.length === 0) return [];
    const idsOf = (column: string) => rows.map((row) => (row as Readonly<Record<string, string>>)[column] as string);
    const here = sql`organization_id = ${this.#owner.id}`;
    if (second === undefined) return [sql`${here} and ${sql(first)} = any(${idsOf(first)}::uuid[])`];
    return [
      sql`${here} and (${sql(first)}, ${sql(second)}) in (
        select * from unnest(${idsOf(first)}::uuid[], ${idsOf(second)}::uuid[])
      )`,
    ];
  }

  #isRow(key: readonly string[], row: object) {
    const sql = this.#sql;
    const values: Readonly<Record<string, unknown>> = { ...row };
    const parts = key.map((column) => sql`and ${sql(column)} = ${values[column] as string}`);
    return sql`true ${parts}`;
  }
}

/** Moves entries to one list. An entry that the other list has is only taken off that list: the two cancel out. */
function move(
  entries: readonly DirectoryEntry[],
  from: Map<string, DirectoryEntry>,
  to: Map<string, DirectoryEntry>,
): void {
  for (const entry of entries) {
    const name = entryName(entry);
    if (!from.delete(name)) to.set(name, entry);
  }
}
