import type { Json } from '@mintmark/stamper/encoding';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { invalidPayload } from '../chain-error.ts';
import { keccak256 } from '../hashes.ts';
import { readObject, readPayload, readString } from './json-values.ts';
import { isHashed, readAtom } from './typed-data-atoms.ts';
import { encodeType, type Member, type MemberType, readStructTypes, type StructTypes } from './typed-data-types.ts';

/** Integers are bigints; addresses and bytes are hexadecimal, lower-case, and begin with 0x. */
export type TypedValue = string | bigint | boolean | readonly TypedValue[] | TypedStruct;
export interface TypedStruct {
  readonly [member: string]: TypedValue;
}

/** What typed data says (EIP-712). */
export interface TypedData {
  readonly primaryType: string;
  /** Some or all of `name`, `version`, `chainId`, `verifyingContract` and `salt`. */
  readonly domain: TypedStruct;
  /** A value of the primary type. */
  readonly message: TypedStruct;
}

/**
 * How many blocks of Keccak may be hashed. Short texts can stand for much hashing: a list of empty lists takes a hash for three
 * characters, and types that refer to each other are hashed again for each of them.
 */
const maxBlocks = 2048;
const blockBytes = 136;

/** The members of the domain and their types, in the order of the standard. */
const domainMembers = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
];
const domainType = 'EIP712Domain';

/**
 * Hashes typed data for its signature (EIP-712). Members that are missing or that the types do not name are refused, so that all
 * of the text is signed.
 *
 * @example
 * const { digest, content } = hashTypedData('{"types":{…},"primaryType":"Mail","domain":{…},"message":{…}}');
 */
export function hashTypedData(json: string): { digest: Uint8Array; content: TypedData } {
  const members = readObject(readPayload(json), ['types', 'primaryType', 'domain', 'message'], 'it');
  const types = withDomainType(readStructTypes(members['types']), members['domain']);
  const primaryType = readString(members['primaryType'], 'primaryType');
  if (primaryType === domainType) throw invalidPayload(`primaryType is ${domainType}, so there is no message`);
  if (!types.has(primaryType)) throw invalidPayload('primaryType is not one of types');
  const hasher = new StructHasher(types);
  const domain = hasher.struct(domainType, members['domain'], 'domain');
  const message = hasher.struct(primaryType, members['message'], 'message');
  return {
    digest: keccak256(concatBytes(Uint8Array.of(0x19, 0x01), domain.hash, message.hash)),
    content: { primaryType, domain: domain.value, message: message.value },
  };
}

/** Checks the type of the domain or, where it is left out, makes it from the members that the domain has. */
function withDomainType(types: StructTypes, domain: Json | undefined): StructTypes {
  const declared = types.get(domainType);
  if (!declared) return new Map([...types, [domainType, deriveDomainType(domain)]]);
  const isStandard = ({ name, typeName }: Member) =>
    domainMembers.some((member) => member.name === name && member.type === typeName);
  if (!declared.every(isStandard)) throw invalidPayload(`types.${domainType} has a member that is not in the standard`);
  return types;
}

const deriveDomainType = (domain: Json | undefined): Member[] =>
  domainMembers
    .filter(({ name }) => typeof domain === 'object' && domain !== null && Object.hasOwn(domain, name))
    .map(({ name, type }) => ({ name, typeName: type, type: { base: type, lengths: [] } }));

/** Reads and hashes the values of struct types in one pass, so that what is returned is what was hashed. */
class StructHasher {
  readonly #types: StructTypes;
  readonly #typeHashes = new Map<string, Uint8Array>();
  #blocks = 0;

  constructor(types: StructTypes) {
    this.#types = types;
  }

  struct(name: string, json: Json | undefined, path: string): { value: TypedStruct; hash: Uint8Array } {
    const members = this.#types.get(name) ?? [];
    const object = readObject(
      json,
      members.map((member) => member.name),
      path,
    );
    const value: Record<string, TypedValue> = Object.create(null);
    const words = [this.#typeHash(name)];
    for (const member of members) {
      const field = this.#field(member.type, object[member.name], `${path}.${member.name}`);
      value[member.name] = field.value;
      words.push(field.word);
    }
    return { value, hash: this.#hash(concatWords(words)) };
  }

  #field(type: MemberType, json: Json | undefined, path: string): { value: TypedValue; word: Uint8Array } {
    if (type.lengths.length > 0) return this.#list(type, json, path);
    if (this.#types.has(type.base)) {
      const { value, hash } = this.struct(type.base, json, path);
      return { value, word: hash };
    }
    const { value, encoded } = readAtom(type.base, json, path);
    return { value, word: isHashed(type.base) ? this.#hash(encoded) : encoded };
  }

  #list({ base, lengths }: MemberType, json: Json | undefined, path: string) {
    if (!Array.isArray(json)) throw invalidPayload(`${path} is not a list`);
    const length = lengths.at(-1);
    if (length && length !== String(json.length))
      throw invalidPayload(`${path} has ${json.length} items instead of ${length}`);
    // Counted before the items are read: a list that is too long is not to take the time.
    this.#count(32 * json.length);
    const itemType = { base, lengths: lengths.slice(0, -1) };
    const items = json.map((item: Json, index) => this.#field(itemType, item, `${path}[${index}]`));
    return { value: items.map(({ value }) => value), word: keccak256(concatWords(items.map(({ word }) => word))) };
  }

  #typeHash(name: string): Uint8Array {
    const known = this.#typeHashes.get(name);
    if (known) return known;
    const made = this.#hash(utf8ToBytes(encodeType(this.#types, name)));
    this.#typeHashes.set(name, made);
    return made;
  }

  #hash(bytes: Uint8Array): Uint8Array {
    this.#count(bytes.length);
    return keccak256(bytes);
  }

  /** Counts what will be hashed. */
  #count(bytes: number): void {
    this.#blocks += Math.floor(bytes / blockBytes) + 1;
    if (this.#blocks > maxBlocks) throw invalidPayload('it has too many values, or types that are too long');
  }
}

/** Without a spread: a list can have more items than a call can have arguments. */
function concatWords(words: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(32 * words.length);
  for (const [index, word] of words.entries()) bytes.set(word, 32 * index);
  return bytes;
}
