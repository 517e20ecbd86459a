import type { Column } from './column.ts';
import type { DirectoryKind } from './searchable-values.ts';

type Columns = Readonly<Record<string, Column<unknown>>>;

/** The values of columns. */
type Values<Of extends Columns> = { readonly [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never };

interface TableOptions<Key extends Columns> {
  /** The column by which a distributed PostgreSQL finds the machine of a row, or `everywhere` for a small table that all machines copy. */
  readonly shard: (keyof Key & string) | 'everywhere';
  /** What names a row, in the order of the primary key. */
  readonly key: Key;
  /**
   * What a row counts towards the storage of its organization: the columns whose length depends on what was asked for. A table whose
   * rows do not count says what bounds them instead.
   */
  readonly storage: readonly string[] | { readonly boundedBy: string };
}

interface AuthenticatedOptions<
  Key extends Columns,
  Decides extends Columns,
  Describes extends Columns,
  Counts extends Columns,
> extends TableOptions<Key> {
  /** Decides something: covered by the MAC and by the audit. */
  readonly decides?: Decides;
  /** Decides nothing: covered only by the audit, so that a request need not read it. */
  readonly describes?: Describes;
  /** Changes without an activity: covered only by the MAC. */
  readonly counts?: Counts;
  /**
   * The column that was added when the table had rows. While it is null, the MAC is that of the row without it, so that older MACs
   * stay valid. One at most: otherwise two rows could have the same text.
   */
  readonly addedLater?: keyof (Key & Decides & Counts) & string;
  /**
   * Whether a change of a row may decide about later activities of the same group, which therefore ends with it. Wallets and keys do
   * not end a group, although policies see them: no handler that writes them declares its effect, so the next decision comes after it
   * and reads them again.
   */
  readonly endsGroup?: boolean;
  /** Whether audit entries name its rows: those that an organization owns, unless told otherwise. */
  readonly isAudited?: boolean;
  /** Whether the rows of a deleted organization are removed. Otherwise they stay, so that its audit chain can be verified. */
  readonly endsWithOrganization?: boolean;
  /** The values of a row that a parent can search for. */
  readonly searchable?: (row: Values<Key & Decides & Describes & Counts>) => {
    readonly [Kind in DirectoryKind]?: unknown;
  };
}

/** A table of the database. */
export interface Table {
  /** Its name in the database. */
  readonly name: string;
  readonly shard: string;
  /** The columns that name a row. Names of columns are in camel case, here and in rows. */
  readonly key: readonly string[];
  readonly columns: Columns;
  readonly storage: readonly string[] | { readonly boundedBy: string };
}

/** A table whose rows have a MAC: writing to the database without the key of the service gives no authority. */
export interface AuthenticatedTable<Row extends object = object, Covered extends object = object> extends Table {
  /** What the MAC covers, in this order. */
  readonly covered: readonly string[];
  /** What the audit covers, in this order. */
  readonly marked: readonly string[];
  readonly addedLater: string | undefined;
  readonly endsGroup: boolean;
  readonly isAudited: boolean;
  readonly endsWithOrganization: boolean;
  readonly searchable?: ((row: never) => { readonly [Kind in DirectoryKind]?: unknown }) | undefined;
  /** Only for the type checker. */
  readonly row?: Row;
  readonly coveredRow?: Covered;
}

/** A row of a table, without its MAC. */
export type RowOf<Of extends AuthenticatedTable> = NonNullable<Of['row']>;

/**
 * Declares a table whose rows decide something. Everything that loops over tables loops over the declarations: MACs, the audit,
 * groups, the counting of storage, and the distribution over several machines. A test compares them with the migrated schema.
 *
 * The order of the columns is part of every MAC and of every audit entry: new ones go to the end of their group.
 *
 * @example
 * export const tagsTable = defineTable('tags', {
 *   shard: 'organizationId',
 *   key: { organizationId: uuid, id: uuid },
 *   decides: { type: textOf<TagType>(), name: text },
 *   describes: { createdAt: time, updatedAt: time },
 *   storage: ['name'],
 * });
 */
export function defineTable<
  Key extends Columns,
  Decides extends Columns = Record<never, never>,
  Describes extends Columns = Record<never, never>,
  Counts extends Columns = Record<never, never>,
>(
  name: string,
  options: AuthenticatedOptions<Key, Decides, Describes, Counts>,
): AuthenticatedTable<Values<Key & Decides & Describes & Counts>, Values<Key & Decides & Counts>> {
  const { shard, key, decides = {}, describes = {}, counts = {}, storage, searchable } = options;
  return {
    name,
    shard,
    key: Object.keys(key),
    columns: { ...key, ...decides, ...describes, ...counts },
    covered: Object.keys({ ...key, ...decides, ...counts }),
    marked: Object.keys({ ...key, ...decides, ...describes }),
    addedLater: options.addedLater,
    endsGroup: options.endsGroup ?? false,
    isAudited: options.isAudited ?? shard === 'organizationId',
    endsWithOrganization: options.endsWithOrganization ?? false,
    storage,
    searchable,
  };
}

/** Declares a table whose rows have no MAC: they decide nothing, or something else authenticates them. */
export const defineBareTable = <Key extends Columns>(
  name: string,
  { columns, shard, key, storage }: TableOptions<Key> & { readonly columns: Columns },
): Table => ({ name, shard, key: Object.keys(key), columns: { ...key, ...columns }, storage });

/** The name of a column in the database. */
export const inSnakeCase = (column: string): string => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
