import type { Table } from './define-table.ts';

/** What every row counts besides its texts: ids, times, the MAC, and the entries of indexes. */
export const rowBytes = 256;

/**
 * The bytes that a row counts towards the storage of its organization: none if its table does not count. They are computed from the
 * values that are written, and given back when the row is removed.
 */
export function bytesOf({ storage }: Pick<Table, 'storage'>, row: object): number {
  if ('boundedBy' in storage) return 0;
  const values = row as Readonly<Record<string, unknown>>;
  return storage.reduce((sum, column) => sum + lengthOf(values[column]), rowBytes);
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.length;
  return Array.isArray(value) ? value.reduce<number>((sum, item) => sum + lengthOf(item), 0) : 0;
}
