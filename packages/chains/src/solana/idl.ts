import type { Json, JsonObject } from '@mintmark/stamper/encoding';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '../hashes.ts';
import { InterfaceError } from '../interface-error.ts';
import { readInterfaceJson, readList, readName, readObject } from '../interface-json.ts';
import {
  type IdlDefinition,
  type IdlFields,
  type IdlType,
  identifier,
  readDefinition,
  readField,
  requireDistinct,
} from './idl-type.ts';

/** The instructions of a program. */
export interface Idl {
  readonly instructions: readonly IdlInstruction[];
  readonly types: ReadonlyMap<string, IdlDefinition>;
}

interface IdlInstruction {
  readonly name: string;
  /** What its data begins with, in hex. No other one of the IDL begins with it. */
  readonly discriminator: string;
  readonly accounts: readonly IdlAccount[];
  readonly args: IdlFields;
}

export interface IdlAccount {
  /** Those of a group have the name of the group and a dot before their own. */
  readonly name: string;
  readonly isOptional: boolean;
}

const maxInstructions = 2000;
const maxDiscriminatorBytes = 32;

/**
 * Reads the IDL of an Anchor program, in the layout since Anchor 0.30 or in the one before. It must have `types`, even if they
 * are empty. Discriminators that it does not name are those that Anchor generates.
 *
 * @example
 * const idl = parseIdl('{"address":"…","instructions":[…],"types":[]}');
 */
export function parseIdl(text: string): Idl {
  const json = readObject(readInterfaceJson(text), 'it');
  if (json['types'] === undefined) throw new InterfaceError('it has no types');
  const types = readTypes(readList(json['types'], 'types'));
  const instructions = readList(json['instructions'], 'instructions').map((each, index) =>
    readInstruction(readObject(each, `instructions[${index}]`), `instructions[${index}]`),
  );
  if (instructions.length > maxInstructions)
    throw new InterfaceError(`it has more than ${maxInstructions} instructions`);
  requireDistinct(instructions, 'instructions');
  requireApart(instructions);
  for (const { name, args } of instructions) for (const { type } of args) requireDefined(types, type, name);
  for (const [name, definition] of types) for (const type of typesOf(definition)) requireDefined(types, type, name);
  return { instructions, types };
}

function readTypes(list: readonly Json[]): Map<string, IdlDefinition> {
  const entries = list.map((each, index) => {
    const path = `types[${index}]`;
    const definition = readObject(each, path);
    return { name: readName(definition['name'], `${path}.name`), definition: readDefinition(definition, path) };
  });
  requireDistinct(entries, 'types');
  return new Map(entries.map(({ name, definition }) => [name, definition]));
}

function readInstruction(json: JsonObject, path: string): IdlInstruction {
  const name = readName(json['name'], `${path}.name`, identifier);
  const args = readList(json['args'], `${path}.args`).map((each, index) => readField(each, `${path}.args[${index}]`));
  requireDistinct(args, `${path}.args`);
  const accounts = readAccounts(json['accounts'], `${path}.accounts`, '');
  requireDistinct(accounts, `${path}.accounts`);
  const { discriminator } = json;
  return {
    name,
    discriminator:
      discriminator === undefined
        ? generateDiscriminator(name)
        : readDiscriminator(discriminator, `${path}.discriminator`),
    accounts,
    args,
  };
}

function readAccounts(json: Json | undefined, path: string, group: string): IdlAccount[] {
  return readList(json, path).flatMap((each, index) => {
    const account = readObject(each, `${path}[${index}]`);
    const name = group + readName(account['name'], `${path}[${index}].name`, identifier);
    if (account['accounts'] !== undefined)
      return readAccounts(account['accounts'], `${path}[${index}].accounts`, `${name}.`);
    return { name, isOptional: account['optional'] === true || account['isOptional'] === true };
  });
}

function readDiscriminator(json: Json, path: string): string {
  const bytes = readList(json, path);
  const isByte = (byte: Json) => typeof byte === 'number' && Number.isInteger(byte) && byte >= 0 && byte <= 255;
  if (bytes.length === 0 || bytes.length > maxDiscriminatorBytes || !bytes.every(isByte))
    throw new InterfaceError(`${path} is not a list of 1 to ${maxDiscriminatorBytes} bytes`);
  return bytesToHex(Uint8Array.from(bytes as number[]));
}

/** The first 8 bytes of a hash of the name that the function has in Rust. */
const generateDiscriminator = (name: string): string =>
  bytesToHex(sha256(utf8ToBytes(`global:${toSnakeCase(name)}`)).subarray(0, 8));

const toSnakeCase = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** Otherwise data could be a call of two instructions. */
function requireApart(instructions: readonly IdlInstruction[]): void {
  const sorted = instructions.toSorted((one, other) => (one.discriminator < other.discriminator ? -1 : 1));
  for (const [index, { name, discriminator }] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next?.discriminator.startsWith(discriminator))
      throw new InterfaceError(`${name} and ${next.name} begin with the same bytes`);
  }
}

function typesOf(definition: IdlDefinition): readonly IdlType[] {
  switch (definition.kind) {
    case 'struct':
      return definition.fields.map(({ type }) => type);
    case 'enum':
      return definition.variants.flatMap(({ fields }) => fields.map(({ type }) => type));
    case 'alias':
      return [definition.type];
    case 'unsupported':
      return [];
  }
}

function requireDefined(types: ReadonlyMap<string, IdlDefinition>, type: IdlType, user: string): void {
  switch (type.kind) {
    case 'option':
    case 'vec':
    case 'array':
      requireDefined(types, type.item, user);
      return;
    case 'tuple':
      for (const item of type.items) requireDefined(types, item, user);
      return;
    case 'defined': {
      const definition = types.get(type.name);
      if (!definition) throw new InterfaceError(`${user} has a field of the type ${type.name}, which is not in types`);
      if (definition.generics.length !== type.generics.length)
        throw new InterfaceError(`${user} has a field of the type ${type.name} with a wrong number of generics`);
      for (const generic of type.generics) if (typeof generic !== 'number') requireDefined(types, generic, user);
    }
  }
}
