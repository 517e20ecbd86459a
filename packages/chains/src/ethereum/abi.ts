import type { Json, JsonObject } from '@mintmark/stamper/encoding';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { keccak256 } from '../hashes.ts';
import { InterfaceError } from '../interface-error.ts';
import { readInterfaceJson, readList, readName, readObject } from '../interface-json.ts';
import { type AbiType, readAbiType } from './abi-type.ts';

/** The functions of a contract, by their selectors: eight hex digits. */
export type Abi = ReadonlyMap<string, AbiFunction>;

interface AbiFunction {
  readonly name: string;
  /** The name with the types of the arguments, such as `transfer(address,uint256)`. */
  readonly signature: string;
  readonly inputs: readonly AbiInput[];
}

interface AbiInput {
  /** Empty if it has none. */
  readonly name: string;
  readonly type: AbiType;
}

/** Each takes a hash. */
const maxFunctions = 2000;
const identifier = /^[A-Za-z_$][\w$]*$/;
const otherEntries = ['constructor', 'event', 'error', 'fallback', 'receive'];

/**
 * Reads the JSON ABI of a contract (Contract ABI Specification, "JSON"). Only functions are kept.
 *
 * @example
 * const abi = parseAbi('[{"type":"function","name":"pause","inputs":[]}]');
 */
export function parseAbi(text: string): Abi {
  const json = readInterfaceJson(text);
  if (!Array.isArray(json)) throw new InterfaceError('it is not a list');
  const functions = json.flatMap((entry: Json, index) => readEntry(entry, `entry ${index + 1}`));
  if (functions.length > maxFunctions) throw new InterfaceError(`it has more than ${maxFunctions} functions`);
  const abi = new Map<string, AbiFunction>();
  for (const each of functions) addFunction(abi, each);
  return abi;
}

function readEntry(json: Json, path: string): AbiFunction[] {
  const entry = readObject(json, path);
  const type = entry['type'] ?? 'function';
  if (typeof type === 'string' && otherEntries.includes(type)) return [];
  if (type !== 'function') throw new InterfaceError(`${path} has the type ${JSON.stringify(type).slice(0, 64)}`);
  return [readFunction(entry, path)];
}

function readFunction(entry: JsonObject, path: string): AbiFunction {
  const name = readName(entry['name'], `${path}.name`, identifier);
  const inputs = readList(entry['inputs'], `${path}.inputs`).map((input, index) =>
    readInput(input, `${path}.inputs[${index}]`),
  );
  const names = inputs.map((input) => input.name).filter((each) => each !== '');
  if (new Set(names).size < names.length) throw new InterfaceError(`${path} has two inputs of the same name`);
  return { name, signature: `${name}(${inputs.map(({ type }) => type.name).join(',')})`, inputs };
}

function readInput(json: Json, path: string): AbiInput {
  const { name = '' } = readObject(json, path);
  return { name: name === '' ? '' : readName(name, `${path}.name`), type: readAbiType(json, path) };
}

/** The same function may be there twice, as in joined ABIs. Otherwise a selector would not say what is called. */
function addFunction(abi: Map<string, AbiFunction>, added: AbiFunction): void {
  const selector = bytesToHex(keccak256(utf8ToBytes(added.signature)).subarray(0, 4));
  const known = abi.get(selector);
  if (known && !isSame(known, added))
    throw new InterfaceError(
      known.signature === added.signature
        ? `${added.signature} occurs twice, with different names`
        : `${known.signature} and ${added.signature} have the same selector`,
    );
  abi.set(selector, added);
}

const isSame = (one: AbiFunction, other: AbiFunction): boolean =>
  one.signature === other.signature && one.inputs.every(({ name }, index) => name === other.inputs[index]?.name);
