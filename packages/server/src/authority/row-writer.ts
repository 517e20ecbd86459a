import type { TransactionSql } from '../store/database.ts';
import { type AuthorityRows, type AuthorityTable, authorityTables } from './authority-tables.ts';
import { type Marks, type RowMacs, rowMark, rowName } from './row-macs.ts';

/**
 * Writes the rows of one organization that decide who may do what, within one transaction. Each row gets its MAC, and the
 * changes are collected for the audit entry that this transaction writes.
 */
export class RowWriter {
  readonly #sql: TransactionSql;
  readonly #macs: RowMacs;
  readonly #marks: Record<string, string> = {};
  readonly #before: Record<string, string> = {};

  constructor(sql: TransactionSql, macs: RowMacs) {
    this.#sql = sql;
    this.#macs = macs;
  }

  /** The digest of each changed row, by its name; empty if the row was removed. */
  get marks(): Marks {
    return this.#marks;
  }

  /** The previous digest of each row that was read and changed, by its name. */
  get before(): Marks {
    return this.#before;
  }

  /** A row to be inserted, with its MAC. */
  sealed<T extends AuthorityTable>(table: T, row: AuthorityRows[T]): AuthorityRows[T] & { readonly mac: string } {
    this.#marks[rowName(table, row)] = rowMark(table, row);
    return { ...row, mac: this.#macs.macOf(table, row) };
  }

  /** Changes rows that were read whole. */
  async change<T extends AuthorityTable>(
    table: T,
    rows: readonly AuthorityRows[T][],
    changes: Partial<AuthorityRows[T]>,
  ): Promise<void> {
    await Promise.all(
      rows.map((row) => {
        const name = rowName(table, row);
        if (!(name in this.#marks)) this.#before[name] = rowMark(table, row);
        const { mac } = this.sealed(table, { ...row, ...changes });
        const columns = { ...changes, mac } as Record<string, string>;
        return this.#sql`
          update ${this.#sql(table as string)} set ${this.#sql(columns)} where ${this.#isRow(table, row)}`;
      }),
    );
  }

  async remove<T extends AuthorityTable>(table: T, rows: readonly AuthorityRows[T][]): Promise<void> {
    await Promise.all(
      rows.map((row) => {
        this.#marks[rowName(table, row)] = '';
        return this.#sql`delete from ${this.#sql(table as string)} where ${this.#isRow(table, row)}`;
      }),
    );
  }

  #isRow<T extends AuthorityTable>(table: T, row: AuthorityRows[T]) {
    const sql = this.#sql;
    const values: Readonly<Record<string, unknown>> = { ...row };
    const parts = authorityTables[table].key.map((column) => sql`and ${sql(column)} = ${values[column] as string}`);
    return sql`true ${parts}`;
  }
}
