/** The types of the elements that a list may have. */
export type ElementType = keyof typeof elements;

interface Element {
  /** https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
  readonly oid: number;
  readonly bytesOf: (value: never) => number;
  readonly write: (list: Buffer, value: never, at: number) => void;
}

/** In JavaScript time begins in 1970, in PostgreSQL in 2000. */
const epochMs = Date.UTC(2000, 0, 1);

const elements = {
  uuid: { oid: 2950, bytesOf: () => 16, write: (list, value: string, at) => writeUuid(list, value, at) },
  text: {
    oid: 25,
    bytesOf: (value: string) => Buffer.byteLength(value),
    write: (list, value: string, at) => list.write(value, at),
  },
  bytea: {
    oid: 17,
    bytesOf: ({ length }: Uint8Array) => length,
    write: (list, value: Uint8Array, at) => list.set(value, at),
  },
  boolean: { oid: 16, bytesOf: () => 1, write: (list, value: boolean, at) => list.writeUInt8(value ? 1 : 0, at) },
  smallint: { oid: 21, bytesOf: () => 2, write: (list, value: number, at) => list.writeInt16BE(value, at) },
  integer: { oid: 23, bytesOf: () => 4, write: (list, value: number, at) => list.writeInt32BE(value, at) },
  bigint: {
    oid: 20,
    bytesOf: () => 8,
    write: (list, value: bigint | number, at) => list.writeBigInt64BE(BigInt(value), at),
  },
  timestamptz: { oid: 1184, bytesOf: () => 8, write: (list, value: Date, at) => writeTime(list, value, at) },
} as const satisfies Readonly<Record<string, Element>>;

function writeUuid(list: Buffer, uuid: string, at: number): void {
  const hex = uuid.replaceAll('-', '');
  if (hex.length !== 32 || list.write(hex, at, 'hex') !== 16) throw new Error('an element of a list is no UUID');
}

/** In microseconds. As two numbers, since one of 64 bits takes several times as long. */
function writeTime(list: Buffer, time: Date, at: number): void {
  const microseconds = (time.getTime() - epochMs) * 1_000;
  if (Number.isNaN(microseconds)) throw new Error('an element of a list is no time');
  const high = Math.floor(microseconds / 2 ** 32);
  list.writeInt32BE(high, at);
  list.writeUInt32BE(microseconds - high * 2 ** 32, at + 4);
}

const headBytes = 20;

/**
 * A list as PostgreSQL has it in memory (`array_send`). As text, which needs escapes, long lists would cost both sides much of the time
 * of a statement.
 */
export function binaryList(type: ElementType, values: readonly unknown[]): Buffer {
  const { oid, bytesOf, write }: Element = elements[type];
  let bytes = headBytes;
  for (const value of values) {
    if (value === undefined) throw new Error('an element of a list is undefined');
    bytes += 4 + (value === null ? 0 : bytesOf(value as never));
  }
  const list = Buffer.allocUnsafe(bytes);
  // One dimension, whether there may be nulls, the type, the length, and the index of the first element.
  const head = [1, values.includes(null) ? 1 : 0, oid, values.length, 1];
  for (const [place, number] of head.entries()) list.writeInt32BE(number, 4 * place);
  let end = headBytes;
  for (const value of values) {
    const length = value === null ? -1 : bytesOf(value as never);
    end = list.writeInt32BE(length, end);
    if (value === null) continue;
    write(list, value as never, end);
    end += length;
  }
  return list;
}
