import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { encodeSolana } from '../addresses/solana.ts';
import { readUtf8 } from '../utf8.ts';
import { viewOf } from '../view-of.ts';
import type { Idl, IdlAccount } from './idl.ts';
import type { IdlDefinition, IdlFields, IdlType } from './idl-type.ts';
import type { IdlValue, ProgramCall } from './program-call.ts';
import type { SolanaInstruction } from './solana-transaction.ts';

/**
 * Says what an instruction calls. Undefined if its data is not exactly the encoding of a call, or if accounts are missing.
 *
 * @example
 * const call = decodeInstruction(idl, transaction.instructions[0]);
 */
export function decodeInstruction(idl: Idl, instruction: SolanaInstruction): ProgramCall | undefined {
  const { dataHex } = instruction;
  const called = idl.instructions.find(({ discriminator }) => dataHex.startsWith(discriminator));
  if (!called) return undefined;
  const { name: instructionName, discriminator } = called;
  const accounts = nameAccounts(called.accounts, instruction);
  const reader = new BorshReader(hexToBytes(dataHex.slice(discriminator.length)), idl.types);
  const args = accounts && reader.all(called.args);
  return args && { instructionName, discriminator, accounts, arguments: args };
}

/** The accounts by their names. Anchor takes the key of the program for an optional account that is left out. */
function nameAccounts(
  named: readonly IdlAccount[],
  { accounts, programKey }: SolanaInstruction,
): Map<string, string> | undefined {
  const keys = new Map<string, string>();
  for (const [index, { name, isOptional }] of named.entries()) {
    const key = accounts[index]?.accountKey;
    if (isOptional && (key === undefined || key === programKey)) continue;
    if (key === undefined) return undefined;
    keys.set(name, key);
  }
  return keys;
}

/** Why data is not the encoding of its types. */
class Mismatch extends Error {}

/** Values without bytes take none of the data, so only this limits them. */
const maxValues = 10_000;
const maxDepth = 64;

type Generics = ReadonlyMap<string, IdlType | number>;

/** Reads values in Borsh (borsh.io, "Specification"), in which each value has one encoding. */
class BorshReader {
  readonly #bytes: Uint8Array;
  readonly #types: ReadonlyMap<string, IdlDefinition>;
  #at = 0;
  #values = 0;
  #depth = 0;

  constructor(bytes: Uint8Array, types: ReadonlyMap<string, IdlDefinition>) {
    this.#bytes = bytes;
    this.#types = types;
  }

  /** Reads arguments that are all of the data; undefined if they are not. */
  all(args: IdlFields): ReadonlyMap<string, IdlValue> | undefined {
    try {
      const values = this.#named(args, new Map());
      return this.#at === this.#bytes.length ? values : undefined;
    } catch (error) {
      if (error instanceof Mismatch) return undefined;
      throw error;
    }
  }

  /** An option that is none is left out. */
  #named(fields: IdlFields, generics: Generics): ReadonlyMap<string, IdlValue> {
    const values = new Map<string, IdlValue>();
    for (const { name, type } of fields) {
      const value = this.#value(type, generics);
      if (name !== undefined && value !== undefined) values.set(name, value);
    }
    return values;
  }

  #fields(fields: IdlFields, generics: Generics): IdlValue {
    if (fields.length > 0 && fields[0]?.name === undefined) return fields.map(({ type }) => this.#item(type, generics));
    return this.#named(fields, generics);
  }

  /** What stands in a list. An option that is none is an empty list there. */
  #item(type: IdlType, generics: Generics): IdlValue {
    return this.#value(type, generics) ?? [];
  }

  /** Undefined for an option that is none. */
  #value(type: IdlType, generics: Generics): IdlValue | undefined {
    this.#values++;
    this.#depth++;
    this.#require(this.#values <= maxValues && this.#depth <= maxDepth);
    const value = this.#read(type, generics);
    this.#depth--;
    return value;
  }

  #read(type: IdlType, generics: Generics): IdlValue | undefined {
    switch (type.kind) {
      case 'bool':
        return this.#flag();
      case 'int':
        return this.#integer(type.bits, type.isSigned);
      case 'float':
        return this.#float(type.bits);
      case 'bytes':
        return bytesToHex(this.#take(this.#count()));
      case 'string':
        return this.#text(this.#take(this.#count()));
      case 'pubkey':
        return encodeSolana(this.#take(32));
      case 'option':
        return this.#flag() ? this.#value(type.item, generics) : undefined;
      case 'vec':
        return this.#items(type.item, this.#count(), generics);
      case 'array':
        return this.#items(type.item, this.#length(type.length, generics), generics);
      case 'tuple':
        return type.items.map((item) => this.#item(item, generics));
      case 'defined':
        return this.#defined(type.name, type.generics, generics);
      case 'generic':
        return this.#value(typeNamed(type.name, generics), new Map());
      case 'unsupported':
        throw new Mismatch();
    }
  }

  #defined(name: string, given: readonly (IdlType | number)[], outer: Generics): IdlValue | undefined {
    const definition = this.#types.get(name);
    if (!definition) throw new Mismatch();
    const generics = new Map(
      definition.generics.map((generic, index) => [generic, resolve(given[index] as IdlType | number, outer)]),
    );
    switch (definition.kind) {
      case 'struct':
        return this.#fields(definition.fields, generics);
      case 'alias':
        return this.#value(definition.type, generics);
      case 'enum': {
        const variant = definition.variants[this.#take(1)[0] as number];
        if (!variant) throw new Mismatch();
        if (variant.fields.length === 0) return variant.name;
        return new Map([[variant.name, this.#fields(variant.fields, generics)]]);
      }
      case 'unsupported':
        throw new Mismatch();
    }
  }

  #items(item: IdlType, count: number, generics: Generics): IdlValue[] {
    const items: IdlValue[] = [];
    for (let left = count; left > 0; left--) items.push(this.#item(item, generics));
    return items;
  }

  #length(length: number | { readonly name: string }, generics: Generics): number {
    const value = typeof length === 'number' ? length : generics.get(length.name);
    if (typeof value !== 'number') throw new Mismatch();
    return value;
  }

  #flag(): boolean {
    const [byte = 0] = this.#take(1);
    this.#require(byte <= 1);
    return byte === 1;
  }

  #integer(bits: number, isSigned: boolean): bigint {
    const value = BigInt(`0x${bytesToHex(this.#take(bits / 8).toReversed())}`);
    return isSigned ? BigInt.asIntN(bits, value) : value;
  }

  /** As text, since the language has no fractions. Borsh has no NaN. */
  #float(bits: 32 | 64): string {
    const bytes = this.#take(bits / 8);
    const value = bits === 32 ? viewOf(bytes).getFloat32(0, true) : viewOf(bytes).getFloat64(0, true);
    this.#require(!Number.isNaN(value));
    return Object.is(value, -0) ? '-0' : String(value);
  }

  #text(bytes: Uint8Array): string {
    const text = readUtf8(bytes);
    if (text === undefined) throw new Mismatch();
    return text;
  }

  #count(): number {
    return viewOf(this.#take(4)).getUint32(0, true);
  }

  #take(length: number): Uint8Array {
    const end = this.#at + length;
    this.#require(end <= this.#bytes.length);
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  #require(isMet: boolean): void {
    if (!isMet) throw new Mismatch();
  }
}

function typeNamed(name: string, generics: Generics): IdlType {
  const type = generics.get(name);
  if (type === undefined || typeof type === 'number') throw new Mismatch();
  return type;
}

/** A type or length in which the generics of the type around it are replaced. */
function resolve(given: IdlType | number, outer: Generics): IdlType | number {
  if (typeof given === 'number') return given;
  switch (given.kind) {
    case 'generic':
      return outer.get(given.name) ?? given;
    case 'option':
    case 'vec':
      return { ...given, item: resolve(given.item, outer) as IdlType };
    case 'array': {
      const length = typeof given.length === 'number' ? given.length : (outer.get(given.length.name) ?? given.length);
      if (typeof length === 'object' && length.kind !== 'generic') throw new Mismatch();
      return { ...given, item: resolve(given.item, outer) as IdlType, length };
    }
    case 'tuple':
      return { ...given, items: given.items.map((item) => resolve(item, outer) as IdlType) };
    case 'defined':
      return { ...given, generics: given.generics.map((generic) => resolve(generic, outer)) };
    default:
      return given;
  }
}
