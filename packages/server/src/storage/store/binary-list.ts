/** The types of the elements that a list may have. */
export type ElementType = keyof typeof elements;

interface Element {
  /** https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
  readonly oid: number;
  readonly encode: (value: never) => Buffer;
}

/** In JavaScript time begins in 1970, in PostgreSQL in 2000. */
const epochMs = Date.UTC(2000, 0, 1);

const elements = {
  uuid: { oid: 2950, encode: (value: string) => Buffer.from(value.replaceAll('-', ''), 'hex') },
  text: { oid: 25, encode: (value: string) => Buffer.from(value) },
  bytea: { oid: 17, encode: ({ buffer, byteOffset, length }: Uint8Array) => Buffer.from(buffer, byteOffset, length) },
  boolean: { oid: 16, encode: (value: boolean) => Buffer.of(value ? 1 : 0) },
  smallint: { oid: 21, encode: (value: number) => integer(2, value) },
  integer: { oid: 23, encode: (value: number) => integer(4, value) },
  bigint: { oid: 20, encode: (value: bigint | number) => long(BigInt(value)) },
  timestamptz: { oid: 1184, encode: (value: Date) => long(BigInt(value.getTime() - epochMs) * 1_000n) },
} as const satisfies Readonly<Record<string, Element>>;

function integer(bytes: 2 | 4, value: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
}

function long(value: bigint): Buffer {
  const buffer = Buffer.allocUnsafe(8);
  buffer.writeBigInt64BE(value);
  return buffer;
}

const headBytes = 20;

/**
 * A list as PostgreSQL has it in memory (`array_send`). As text, which needs escapes, long lists would cost both sides much of the time
 * of a statement.
 */
export function binaryList(type: ElementType, values: readonly unknown[]): Buffer {
  const { oid, encode }: Element = elements[type];
  const encoded = values.map((value) => {
    if (value === undefined) throw new Error('an element of a list is undefined');
    return value === null ? null : encode(value as never);
  });
  const bytes = encoded.reduce((sum, element) => sum + 4 + (element?.length ?? 0), headBytes);
  const list = Buffer.allocUnsafe(bytes);
  // One dimension, whether there may be nulls, the type, the length, and the index of the first element.
  const head = [1, encoded.includes(null) ? 1 : 0, oid, values.length, 1];
  for (const [place, number] of head.entries()) list.writeInt32BE(number, 4 * place);
  let end = headBytes;
  for (const element of encoded) {
    end = list.writeInt32BE(element?.length ?? -1, end);
    if (element) end += element.copy(list, end);
  }
  return list;
}
