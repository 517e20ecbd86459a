/** The values that the test authenticator encodes; a `Map` keeps its order. */
export type Writable =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | readonly Writable[]
  | Map<number | string, Writable>;

/** Writes CBOR with shortest lengths and map entries in the order given. */
export function writeCbor(value: Writable): Uint8Array {
  if (value === false) return Uint8Array.of(0xf4);
  if (value === true) return Uint8Array.of(0xf5);
  if (value === null) return Uint8Array.of(0xf6);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return writeText(value);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, item]) => [writeCbor(key), writeCbor(item)]),
    ]);
  }
  return Buffer.concat([head(4, value.length), ...value.map(writeCbor)]);
}

function writeText(value: string): Uint8Array {
  const bytes = Buffer.from(value);
  return Buffer.concat([head(3, bytes.length), bytes]);
}

function head(type: number, argument: number): Uint8Array {
  const major = type << 5;
  if (argument < 24) return Uint8Array.of(major + argument);
  if (argument < 2 ** 8) return Uint8Array.of(major + 24, argument);
  if (argument < 2 ** 16) return Uint8Array.of(major + 25, argument >> 8, argument & 255);
  const bytes = Buffer.alloc(5);
  bytes[0] = major + 26;
  bytes.writeUInt32BE(argument, 1);
  return bytes;
}
