import { invalidTransaction } from '../chain-error.ts';
import { encodeFields, type FieldValue, readFields } from './protobuf-fields.ts';
import type { ValueCodec } from './value-codecs.ts';

/** Reads and writes a message, which is encoded as bytes. */
export interface MessageCodec<Message> extends ValueCodec<Message> {
  write(message: Message): Uint8Array;
}

/** A member of a message: its number, and how often it may occur. */
interface Field<Value> {
  readonly number: number;
  readonly max: number;
  read(values: readonly FieldValue[], path: string): Value;
  write(value: Value): readonly FieldValue[];
}

/** A field that has to be there. */
export const required = <Value>(number: number, codec: ValueCodec<Value>): Field<Value> => ({
  number,
  max: 1,
  read([value], path) {
    if (value === undefined) throw invalidTransaction(`${path} is missing`);
    return codec.read(value, path);
  },
  write: (value) => [codec.write(value)],
});

/** A scalar field of proto3, which is left out if it has its default value. */
export const scalar = <Value extends bigint | number | boolean | string>(
  number: number,
  codec: ValueCodec<Value>,
  defaultValue: Value,
): Field<Value> => ({
  number,
  max: 1,
  read([encoded], path) {
    if (encoded === undefined) return defaultValue;
    const value = codec.read(encoded, path);
    if (value === defaultValue) throw invalidTransaction(`${path} is encoded although it has its default value`);
    return value;
  },
  write: (value) => (value === defaultValue ? [] : [codec.write(value)]),
});

/** A message that may be missing. */
export const optional = <Value>(number: number, codec: ValueCodec<Value>): Field<Value | undefined> => ({
  number,
  max: 1,
  read: ([value], path) => (value === undefined ? undefined : codec.read(value, path)),
  write: (value) => (value === undefined ? [] : [codec.write(value)]),
});

/** A list of at most so many entries. */
export const repeated = <Value>(number: number, codec: ValueCodec<Value>, max: number): Field<readonly Value[]> => ({
  number,
  max,
  read: (values, path) => values.map((value, index) => codec.read(value, `${path}[${index}]`)),
  write: (values) => values.map((value) => codec.write(value)),
});

/** A list of exactly one entry. */
export const only = <Value>(number: number, codec: ValueCodec<Value>): Field<readonly [Value]> => {
  const field = required(number, codec);
  return { ...field, read: (values, path) => [field.read(values, path)], write: ([value]) => field.write(value) };
};

/**
 * A message with exactly these fields, which are listed in the order of their numbers. Their names are those of TRON in camel case.
 * There is one encoding for each value: fields ascend, occur no more often than said, and no others occur.
 */
export function messageOf<Message extends object>(
  fields: {
    readonly [Name in keyof Message]: Field<Message[Name]>;
  },
): MessageCodec<Message> {
  const names = Object.keys(fields) as (keyof Message & string)[];
  const nameOf = new Map(names.map((name) => [fields[name].number, name]));

  function group(encoded: Uint8Array, path: string): Map<number, FieldValue[]> {
    const found = new Map<number, FieldValue[]>();
    let previous = 0;
    for (const { number, value } of readFields(encoded, path)) {
      const name = nameOf.get(number);
      if (!name) throw invalidTransaction(`${path} has a field ${number}, which is not supported`);
      if (number < previous) throw invalidTransaction(`${path} has fields that are not in ascending order`);
      previous = number;
      const values = found.get(number) ?? [];
      const { max } = fields[name];
      if (values.push(value) > max) throw invalidTransaction(`${pathOf(path, name)} occurs more than ${times(max)}`);
      found.set(number, values);
    }
    return found;
  }

  return {
    read(encoded, path) {
      if (typeof encoded === 'bigint') throw invalidTransaction(`${path} must be a message`);
      const found = group(encoded, path);
      const read = (name: keyof Message & string) =>
        fields[name].read(found.get(fields[name].number) ?? [], pathOf(path, name));
      return Object.fromEntries(names.map((name) => [name, read(name)])) as Message;
    },
    write: (message) =>
      encodeFields(
        names.flatMap((name) =>
          fields[name].write(message[name]).map((value) => ({ number: fields[name].number, value })),
        ),
      ),
  };
}

const pathOf = (path: string, name: string) =>
  `${path}.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

const times = (max: number) => (max === 1 ? 'once' : `${max} times`);
