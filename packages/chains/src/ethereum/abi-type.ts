import type { Json } from '@mintmark/stamper/encoding';
import { InterfaceError } from '../interface-error.ts';
import { readList, readName, readObject } from '../interface-json.ts';

/** A type of Solidity's ABI (Contract ABI Specification, "Types"). */
export type AbiType = AbiTypeBase &
  (
    | { readonly kind: 'uint' | 'int'; readonly bits: number }
    | { readonly kind: 'address' | 'bool' | 'string' | 'bytes' }
    | { readonly kind: 'fixedBytes'; readonly length: number }
    /** Without a length, it has any number of items. */
    | { readonly kind: 'array'; readonly item: AbiType; readonly length: number | undefined }
    | { readonly kind: 'tuple'; readonly items: readonly AbiType[] }
  );

interface AbiTypeBase {
  /** As it stands in the signature of a function. */
  readonly name: string;
  /** Whether the value stands behind, where an offset points to. */
  readonly isDynamic: boolean;
  /** How many bytes it takes in place: 32 for the offset of a dynamic one. */
  readonly headBytes: number;
}

/** How many arrays and tuples may be around a value. */
const maxDepth = 16;
const wordBytes = 32;
const brackets = /^(.*)\[(|[1-9]\d{0,8})\]$/;
const fixedBytes = /^bytes([1-9]|[12]\d|3[0-2])$/;
const integer = /^(u?int)(|8|[1-9]\d{1,2})$/;

/** Reads the type of an argument or of a component of a tuple. `path` names it in errors. */
export function readAbiType(json: Json, path: string): AbiType {
  const parameter = readObject(json, path);
  return parseType(readName(parameter['type'], `${path}.type`), parameter['components'], path, 0);
}

function parseType(text: string, components: Json | undefined, path: string, depth: number): AbiType {
  if (depth > maxDepth) throw new InterfaceError(`${path} is nested more than ${maxDepth} levels deep`);
  const [, inner, length] = brackets.exec(text) ?? [];
  if (inner !== undefined && length !== undefined)
    return arrayOf(parseType(inner, components, path, depth + 1), length);
  if (text !== 'tuple') return parseAtom(text, path);
  const items = readList(components, `${path}.components`).map((component, index) => {
    const place = `${path}.components[${index}]`;
    const object = readObject(component, place);
    return parseType(readName(object['type'], `${place}.type`), object['components'], place, depth + 1);
  });
  // A list of values without bytes could have any number of them.
  if (items.length === 0) throw new InterfaceError(`${path} is a tuple without components`);
  return tupleOf(items);
}

function arrayOf(item: AbiType, digits: string): AbiType {
  const length = digits === '' ? undefined : Number(digits);
  const isDynamic = length === undefined || item.isDynamic;
  return {
    kind: 'array',
    name: `${item.name}[${digits}]`,
    item,
    length,
    isDynamic,
    headBytes: isDynamic ? wordBytes : length * item.headBytes,
  };
}

function tupleOf(items: readonly AbiType[]): AbiType {
  const isDynamic = items.some((item) => item.isDynamic);
  return {
    kind: 'tuple',
    name: `(${items.map(({ name }) => name).join(',')})`,
    items,
    isDynamic,
    headBytes: isDynamic ? wordBytes : items.reduce((sum, { headBytes }) => sum + headBytes, 0),
  };
}

function parseAtom(text: string, path: string): AbiType {
  const inPlace = { name: text, isDynamic: false, headBytes: wordBytes };
  if (text === 'address' || text === 'bool') return { kind: text, ...inPlace };
  if (text === 'string' || text === 'bytes') return { kind: text, ...inPlace, isDynamic: true };
  // An address and a selector.
  if (text === 'function') return { kind: 'fixedBytes', length: 24, ...inPlace };
  const length = fixedBytes.exec(text)?.[1];
  if (length !== undefined) return { kind: 'fixedBytes', length: Number(length), ...inPlace };
  const [, word, digits] = integer.exec(text) ?? [];
  const bits = Number(digits || 256);
  if ((word === 'uint' || word === 'int') && bits <= 256 && bits % 8 === 0)
    return { kind: word, bits, ...inPlace, name: `${word}${bits}` };
  throw new InterfaceError(`${path}.type is ${JSON.stringify(text.slice(0, 64))}, which is not an ABI type`);
}
