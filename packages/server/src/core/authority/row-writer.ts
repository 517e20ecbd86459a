import type { TransactionSql } from '../../storage/store/database.ts';
import { bytesOf } from '../../storage/store/stored-rows.ts';
import { authorityColumns } from './authority-columns.ts';
import type { AuthorityRows, AuthorityTable } from './authority-tables.ts';
import { type DirectoryEntry, directoryEntries, entryName } from './directory.ts';
import { type Marks, type RowMacs, rowMark, rowName } from './row-macs.ts';

/**
 * The tables whose changes decide about the next activities of the same group. A tag decides nothing until a user has it. Wallets
 * and keys are not among them, although policies see them: a handler that changes one has to read it first, so it does not run at
 * once with others, and the next decision reads it again. Passcodes decide nothing either. But a message is counted with them, and
 * everybody of the tenant who asks for one waits for that count until the group ends.
 */
const decisiveTables: ReadonlySet<AuthorityTable> = new Set([
  'organizations',
  'features',
  'users',
  'api_keys',
  'authenticators',
  'oauth_providers',
  'user_tags',
  'auth_proxies',
  'policies',
  'smart_contract_interfaces',
  'private_key_tags',
  'passcodes',
]);

/** Tables whose rows are named by two ids, and of which one activity may remove thousands. */
const linkTables: ReadonlySet<AuthorityTable> = new Set(['user_tags', 'private_key_tags']);

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
  readonly #marks: Record<string, string> = {};
  readonly #before: Record<string, string> = {};
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
    const { id: organizationId, parentId } = this.#owner;
    if (parentId === null) return this.#marks;
    const sql = this.#sql;
    const delisted = [...this.#delisted.values()];
    const added = [...this.#listed.values()].map((entry) => {
      const row = { parentId, ...entry, organizationId };
      return { ...row, mac: this.#macs.macOf('directory', row) };
    });
    await Promise.all([
      delisted.length > 0 &&
        sql`
          delete from directory
          where parent_id = ${parentId} and organization_id = ${organizationId}
            and (kind, digest, row_id) in (
              select kind, decode(digest, 'hex'), row_id
              from unnest(
                ${delisted.map(({ kind }) => kind)}::text[],
                ${delisted.map(({ digest }) => Buffer.from(digest).toString('hex'))}::text[],
                ${delisted.map(({ rowId }) => rowId)}::uuid[]
              ) as delisted (kind, digest, row_id)
            )`,
      added.length > 0 &&
        sql`
          insert into directory ${sql(added)}
          on conflict (parent_id, kind, digest, organization_id, row_id) do update set mac = excluded.mac`,
    ]);
    return this.#marks;
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

  /** The previous digest of each row that was read and changed, by its name. */
  get before(): Marks {
    return this.#before;
  }

  /** A row to be inserted, with its MAC. */
  sealed<T extends AuthorityTable>(table: T, row: AuthorityRows[T]): AuthorityRows[T] & { readonly mac: string } {
    this.#bytes += bytesOf(table, row);
    return this.#seal(table, row);
  }

  #seal<T extends AuthorityTable>(table: T, row: AuthorityRows[T]): AuthorityRows[T] & { readonly mac: string } {
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
  async change<T extends AuthorityTable>(
    table: T,
    rows: readonly AuthorityRows[T][],
    changes: Partial<AuthorityRows[T]>,
  ): Promise<void> {
    await Promise.all(
      rows.map((row) => {
        const name = rowName(table, row);
        if (!(name in this.#marks)) this.#before[name] = rowMark(table, row);
        move(directoryEntries(table, row), this.#listed, this.#delisted);
        const changed = { ...row, ...changes };
        this.#bytes += bytesOf(table, changed) - bytesOf(table, row);
        const { mac } = this.#seal(table, changed);
        const columns = { ...changes, mac } as Record<string, string>;
        return this.#sql`
          update ${this.#sql(table as string)} set ${this.#sql(columns)} where ${this.#isRow(table, row)}`;
      }),
    );
  }

  /** Removes rows that were read whole. */
  async remove<T extends AuthorityTable>(table: T, rows: readonly AuthorityRows[T][]): Promise<void> {
    for (const row of rows) {
      this.#bytes -= bytesOf(table, row);
      this.#note(table, row, '');
      move(directoryEntries(table, row), this.#listed, this.#delisted);
    }
    await Promise.all(
      this.#areRows(table, rows).map((are) => this.#sql`delete from ${this.#sql(table as string)} where ${are}`),
    );
  }

  #note<T extends AuthorityTable>(table: T, row: AuthorityRows[T], mark: string): void {
    this.#marks[rowName(table, row)] = mark;
    // The row of a new sub-organization decides nothing in its parent.
    const isOfOthers = table === 'organizations' && (row as AuthorityRows['organizations']).id !== this.#owner.id;
    if (decisiveTables.has(table) && !isOfOthers) this.#isDecisive = true;
  }

  /** Conditions that together match rows: one for all of them if ids name each, otherwise one for each. */
  #areRows<T extends AuthorityTable>(table: T, rows: readonly AuthorityRows[T][]) {
    const sql = this.#sql;
    const [owner, first, second] = authorityColumns[table].key;
    const isNamedById = owner === 'organizationId' && first === 'id' && second === undefined;
    if (!isNamedById && !linkTables.has(table)) return rows.map((row) => this.#isRow(table, row));
    if (rows.length === 0) return [];
    const idsOf = (column: string) => rows.map((row) => ({ ...row })[column as keyof AuthorityRows[T]] as string);
    const here = sql`organization_id = ${this.#owner.id}`;
    if (isNamedById) return [sql`${here} and id = any(${idsOf('id')}::uuid[])`];
    const [one = '', other = ''] = [first, second];
    return [
      sql`${here} and (${sql(one)}, ${sql(other)}) in (
        select * from unnest(${idsOf(one)}::uuid[], ${idsOf(other)}::uuid[])
      )`,
    ];
  }

  #isRow<T extends AuthorityTable>(table: T, row: AuthorityRows[T]) {
    const sql = this.#sql;
    const values: Readonly<Record<string, unknown>> = { ...row };
    const parts = authorityColumns[table].key.map((column) => sql`and ${sql(column)} = ${values[column] as string}`);
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
