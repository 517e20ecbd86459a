import type { Json, JsonObject } from '@mintmark/stamper/encoding';
import { InterfaceError } from '../interface-error.ts';
import { readList, readName, readObject } from '../interface-json.ts';

/** A type of an IDL. */
export type IdlType =
  | { readonly kind: 'bool' | 'bytes' | 'string' | 'pubkey' }
  | { readonly kind: 'int'; readonly bits: number; readonly isSigned: boolean }
  | { readonly kind: 'float'; readonly bits: 32 | 64 }
  | { readonly kind: 'option' | 'vec'; readonly item: IdlType }
  | { readonly kind: 'array'; readonly item: IdlType; readonly length: number | GenericName }
  | { readonly kind: 'tuple'; readonly items: readonly IdlType[] }
  | { readonly kind: 'defined'; readonly name: string; readonly generics: readonly (IdlType | number)[] }
  | GenericName
  /** Known, but never part of an instruction. Data of such a type is not decoded. */
  | { readonly kind: 'unsupported' };

/** A parameter of a generic type. */
interface GenericName {
  readonly kind: 'generic';
  readonly name: string;
}

/** The fields of a struct or of a variant: named, or in their order. */
export type IdlFields = readonly { readonly name: string | undefined; readonly type: IdlType }[];

/** What a name of the IDL stands for. */
export type IdlDefinition = { readonly generics: readonly string[] } & (
  | { readonly kind: 'struct'; readonly fields: IdlFields }
  | { readonly kind: 'enum'; readonly variants: readonly { readonly name: string; readonly fields: IdlFields }[] }
  | { readonly kind: 'alias'; readonly type: IdlType }
  | { readonly kind: 'unsupported' }
);

export const identifier = /^[A-Za-z_]\w*$/;
const integer = /^([ui])(8|16|32|64|128|256)$/;
const unsupported = ['coption', 'hashMap', 'bTreeMap', 'hashSet', 'bTreeSet'];
/** More does not fit into a transaction, or has no bytes. */
const maxLength = 65_536;

/** Reads a type as an argument or a field has it. `path` names it in errors. */
function readIdlType(json: Json | undefined, path: string): IdlType {
  if (typeof json === 'string') return readWord(json, path);
  const object = readObject(json, path);
  const [[kind, inner] = ['', undefined], ...others] = Object.entries(object);
  if (others.length > 0) throw new InterfaceError(`${path} has more than one kind of type`);
  switch (kind) {
    case 'option':
    case 'vec':
      return { kind, item: readIdlType(inner, `${path}.${kind}`) };
    case 'array':
      return readArray(readList(inner, `${path}.array`), `${path}.array`);
    case 'tuple':
      return { kind, items: readTypes(inner, `${path}.tuple`) };
    case 'defined':
      return readDefined(inner, `${path}.defined`);
    case 'generic':
      return { kind, name: readName(inner, `${path}.generic`) };
    default:
      if (unsupported.includes(kind)) return { kind: 'unsupported' };
      throw new InterfaceError(`${path} is not an IDL type`);
  }
}

function readWord(word: string, path: string): IdlType {
  switch (word) {
    case 'bool':
    case 'bytes':
    case 'string':
    case 'pubkey':
      return { kind: word };
    case 'publicKey':
      return { kind: 'pubkey' };
    case 'f32':
    case 'f64':
      return { kind: 'float', bits: word === 'f32' ? 32 : 64 };
    default: {
      const [, sign, bits] = integer.exec(word) ?? [];
      if (sign === undefined)
        throw new InterfaceError(`${path} is ${JSON.stringify(word.slice(0, 64))}, which is not an IDL type`);
      return { kind: 'int', bits: Number(bits), isSigned: sign === 'i' };
    }
  }
}

const readTypes = (json: Json | undefined, path: string): IdlType[] =>
  readList(json, path).map((item, index) => readIdlType(item, `${path}[${index}]`));

function readArray([item, length, ...others]: readonly Json[], path: string): IdlType {
  if (others.length > 0) throw new InterfaceError(`${path} has more than a type and a length`);
  return {
    kind: 'array',
    item: readIdlType(item, `${path}[0]`),
    length:
      typeof length === 'object'
        ? { kind: 'generic', name: readName(readObject(length, `${path}[1]`)['generic'], `${path}[1].generic`) }
        : readLength(length, `${path}[1]`),
  };
}

function readLength(json: Json | undefined, path: string): number {
  const length = typeof json === 'string' && /^\d{1,6}$/.test(json) ? Number(json) : json;
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || length > maxLength)
    throw new InterfaceError(`${path} is not a length from 0 to ${maxLength}`);
  return length;
}

/** Older IDLs name the type alone. */
function readDefined(json: Json | undefined, path: string): IdlType {
  if (typeof json === 'string') return { kind: 'defined', name: readName(json, path), generics: [] };
  const { name, generics = [] } = readObject(json, path);
  return {
    kind: 'defined',
    name: readName(name, `${path}.name`),
    generics: readList(generics, `${path}.generics`).map((each, index) => {
      const place = `${path}.generics[${index}]`;
      const generic = readObject(each, place);
      return generic['kind'] === 'const'
        ? readLength(generic['value'], `${place}.value`)
        : readIdlType(generic['type'], `${place}.type`);
    }),
  };
}

/** Reads an item of `types`. */
export function readDefinition(json: JsonObject, path: string): IdlDefinition {
  const generics = readList(json['generics'] ?? [], `${path}.generics`).map((each, index) =>
    readName(readObject(each, `${path}.generics[${index}]`)['name'], `${path}.generics[${index}].name`),
  );
  const { serialization = 'borsh' } = json;
  // Programs lay accounts out like this, but no arguments.
  if (serialization !== 'borsh') return { kind: 'unsupported', generics };
  const type = readObject(json['type'], `${path}.type`);
  switch (type['kind']) {
    case 'struct':
      return { kind: 'struct', generics, fields: readFields(type['fields'], `${path}.type.fields`) };
    case 'enum':
      return { kind: 'enum', generics, variants: readVariants(type['variants'], `${path}.type.variants`) };
    case 'type':
    case 'alias':
      return { kind: 'alias', generics, type: readIdlType(type['alias'] ?? type['value'], `${path}.type.alias`) };
    default:
      throw new InterfaceError(`${path}.type.kind is not struct, enum or type`);
  }
}

function readVariants(json: Json | undefined, path: string) {
  const variants = readList(json, path).map((each, index) => {
    const variant = readObject(each, `${path}[${index}]`);
    return {
      name: readName(variant['name'], `${path}[${index}].name`, identifier),
      fields: readFields(variant['fields'], `${path}[${index}].fields`),
    };
  });
  requireDistinct(variants, path);
  return variants;
}

function readFields(json: Json | undefined, path: string): IdlFields {
  const fields = readList(json ?? [], path).map((each, index) => {
    const place = `${path}[${index}]`;
    const isNamed = typeof each === 'object' && each !== null && 'name' in each && 'type' in each;
    return isNamed ? readField(each, place) : { name: undefined, type: readIdlType(each, place) };
  });
  if (fields.some(({ name }) => name === undefined) && fields.some(({ name }) => name !== undefined))
    throw new InterfaceError(`${path} has fields with names and fields without`);
  requireDistinct(fields, path);
  return fields;
}

/** Reads a named field or an argument. */
export function readField(json: Json, path: string): { readonly name: string; readonly type: IdlType } {
  const { name, type } = readObject(json, path);
  return { name: readName(name, `${path}.name`, identifier), type: readIdlType(type, `${path}.type`) };
}

/** Refuses two of the same name. */
export function requireDistinct(items: readonly { readonly name: string | undefined }[], path: string): void {
  const names = items.flatMap(({ name }) => name ?? []);
  if (new Set(names).size < names.length) throw new InterfaceError(`${path} has the same name twice`);
}
