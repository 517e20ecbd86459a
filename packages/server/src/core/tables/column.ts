/** The types that columns have in PostgreSQL. */
type ColumnType =
  | 'uuid'
  | 'text'
  | 'bytea'
  | 'boolean'
  | 'smallint'
  | 'integer'
  | 'bigint'
  | 'numeric'
  | 'timestamptz'
  | 'text[]';

/** A column: its type in the database, and that of its values here. */
export interface Column<Value> {
  readonly type: ColumnType;
  readonly isNullable: boolean;
  /** Only for the type checker. */
  readonly value?: Value;
}

const column = <Value>(type: ColumnType): Column<Value> => ({ type, isNullable: false });

export const uuid = column<string>('uuid');
export const text = column<string>('text');
/** Text of a closed list. */
export const textOf = <Words extends string>(): Column<Words> => column('text');
export const bytes = column<Uint8Array>('bytea');
/** Text if the row was nested as JSON in another one. */
export const nestedBytes = column<Uint8Array | string>('bytea');
export const bool = column<boolean>('boolean');
export const smallint = column<number>('smallint');
export const integer = column<number>('integer');
export const bigint = column<bigint>('bigint');
/** A number if the row was nested as JSON in another one. */
export const nestedBigint = column<bigint | number>('bigint');
/** A whole number of any size, as text. */
export const numeric = column<string>('numeric');
export const time = column<Date>('timestamptz');
/** A list of texts. */
export const textsOf = <Words extends string = string>(): Column<readonly Words[]> => column('text[]');

export const orNull = <Value>({ type }: Column<Value>): Column<Value | null> => ({ type, isNullable: true });
