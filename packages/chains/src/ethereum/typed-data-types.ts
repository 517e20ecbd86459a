import type { Json } from '@mintmark/stamper/encoding';
import { invalidPayload } from '../chain-error.ts';
import { readObject, readString } from './json-values.ts';

/** A type of a member: `base` is the name of a struct or of a type of the standard. */
export interface MemberType {
  readonly base: string;
  /** The lengths in brackets, from left to right. An empty one means any length. */
  readonly lengths: readonly string[];
}

export interface Member {
  readonly name: string;
  /** As it is written in the type. */
  readonly typeName: string;
  readonly type: MemberType;
}

export type StructTypes = ReadonlyMap<string, readonly Member[]>;

const maxNameLength = 256;
const identifier = /^[A-Za-z_$][\w$]*$/;
/**
 * Protocols in wide use name their primary type `Namespace:Name`, and libraries sign it, although the standard asks for an
 * identifier. No member can have such a type: libraries disagree about what that would mean.
 */
const structName = /^[A-Za-z_$][\w$:]*$/;
const typeName = /^([A-Za-z_$][\w$]*)((?:\[(?:[1-9]\d*)?\])*)$/;
const unsized = /^(?:address|bool|string|bytes(?:[1-9]|[12]\d|3[0-2])?)$/;
const integer = /^u?int(8|[1-9]\d{1,2})$/;
/** What a reader could take for a type of the standard, or for a misspelt one. */
const reserved = /^(?:address|bool|string|(?:bytes|u?int)\d*)$/;

/** Reads the struct types of typed data. Every type that they name exists, and none contains itself. */
export function readStructTypes(json: Json | undefined): StructTypes {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw invalidPayload('types is not an object');
  const types = new Map<string, readonly Member[]>();
  for (const [name, members] of Object.entries(json)) types.set(checkName(name), readMembers(members, name));
  for (const [name, members] of types) for (const member of members) checkExists(types, member, name);
  checkCycles(types);
  return types;
}

function checkName(name: string): string {
  if (name.length > maxNameLength || !structName.test(name) || reserved.test(name))
    throw invalidPayload(`types has the name ${JSON.stringify(name.slice(0, 64))}, which no struct can have`);
  return name;
}

function readMembers(json: Json, struct: string): Member[] {
  if (!Array.isArray(json)) throw invalidPayload(`types.${struct} is not a list`);
  const members = json.map((member: Json, index) => readMember(member, `types.${struct}[${index}]`));
  const names = new Set(members.map(({ name }) => name));
  if (names.size < members.length) throw invalidPayload(`types.${struct} has two members of the same name`);
  return members;
}

function readMember(json: Json, path: string): Member {
  const object = readObject(json, ['name', 'type'], path);
  const name = readString(object['name'], `${path}.name`);
  if (name.length > maxNameLength || !identifier.test(name)) throw invalidPayload(`${path}.name is not an identifier`);
  const text = readString(object['type'], `${path}.type`);
  return { name, typeName: text, type: parseType(text, `${path}.type`) };
}

function parseType(text: string, path: string): MemberType {
  const [, base, brackets] = (text.length <= maxNameLength && typeName.exec(text)) || [];
  if (base === undefined || brackets === undefined) throw invalidPayload(`${path} is not a type`);
  return { base, lengths: [...brackets.matchAll(/\[(\d*)\]/g)].map(([, length]) => length as string) };
}

function checkExists(types: StructTypes, { name, type }: Member, struct: string): void {
  if (!isAtomic(type.base) && !types.has(type.base))
    throw invalidPayload(`types.${struct} has the member ${name} of the type ${type.base}, which is not defined`);
}

function isAtomic(base: string): boolean {
  const bits = Number(integer.exec(base)?.[1]);
  return unsized.test(base) || (bits <= 256 && bits % 8 === 0);
}

/** The standard leaves open what a value of a type that contains itself would be. */
function checkCycles(types: StructTypes): void {
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (name: string) => {
    if (open.has(name)) throw invalidPayload(`types.${name} contains itself`);
    if (done.has(name)) return;
    open.add(name);
    for (const { type } of types.get(name) ?? []) visit(type.base);
    open.delete(name);
    done.add(name);
  };
  for (const name of types.keys()) visit(name);
}

/** Writes a struct type, followed by those that it refers to in the order of their names (EIP-712, encodeType). */
export function encodeType(types: StructTypes, struct: string): string {
  const found = new Set<string>();
  const collect = (name: string) => {
    const members = types.get(name);
    if (!members || found.has(name)) return;
    found.add(name);
    for (const { type } of members) collect(type.base);
  };
  collect(struct);
  found.delete(struct);
  return [struct, ...[...found].sort()].map((name) => writeStruct(name, types.get(name) ?? [])).join('');
}

const writeStruct = (name: string, members: readonly Member[]): string =>
  `${name}(${members.map((member) => `${member.typeName} ${member.name}`).join(',')})`;
