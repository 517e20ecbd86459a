import { concatBytes } from '@noble/hashes/utils.js';
import { invalidTransaction } from '../chain-error.ts';
import type { ByteReader } from './byte-reader.ts';

/** What the keys of a transaction sign, as it is encoded: accounts are named by their index. */
export interface SolanaMessage {
  readonly version: 'legacy' | 0;
  readonly header: MessageHeader;
  /** The accounts that are named in full: first those that sign, and of both kinds the writable ones first. */
  readonly accountKeys: readonly Uint8Array[];
  readonly recentBlockhash: Uint8Array;
  readonly instructions: readonly MessageInstruction[];
  /** Empty in a legacy message. */
  readonly lookups: readonly MessageLookup[];
}

/** The numbers of accounts of each kind. */
interface MessageHeader {
  readonly requiredSignatures: number;
  /** How many of those that sign are read-only. */
  readonly readonlySigned: number;
  /** How many of those that do not sign are read-only. */
  readonly readonlyUnsigned: number;
}

interface MessageInstruction {
  readonly programIndex: number;
  readonly accountIndexes: Uint8Array;
  readonly data: Uint8Array;
}

/** The accounts that are taken from an address look-up table. */
interface MessageLookup {
  readonly tableKey: Uint8Array;
  readonly writableIndexes: Uint8Array;
  readonly readonlyIndexes: Uint8Array;
}

/** Set in the first byte of a message with a version, and in no legacy message. */
const versionFlag = 0x80;

export function readMessage(reader: ByteReader): SolanaMessage {
  const first = reader.byte('the message');
  const isLegacy = first < versionFlag;
  if (first > versionFlag) throw unsupportedVersion(first);
  const header: MessageHeader = {
    requiredSignatures: isLegacy ? first : reader.byte('the header'),
    readonlySigned: reader.byte('the header'),
    readonlyUnsigned: reader.byte('the header'),
  };
  return {
    version: isLegacy ? 'legacy' : 0,
    header,
    accountKeys: reader.list('the account keys', (name) => reader.take(32, name)),
    recentBlockhash: reader.take(32, 'the recent blockhash'),
    instructions: reader.list('the instructions', (name) => ({
      programIndex: reader.byte(name),
      accountIndexes: reader.bytes(name),
      data: reader.bytes(name),
    })),
    lookups: isLegacy
      ? []
      : reader.list('the address table lookups', (name) => ({
          tableKey: reader.take(32, name),
          writableIndexes: reader.bytes(name),
          readonlyIndexes: reader.bytes(name),
        })),
  };
}

/** Refuses a version other than legacy and 0, given the byte that says it. */
export const unsupportedVersion = (byte: number) =>
  invalidTransaction(`version ${byte - versionFlag} is not supported`);

export function encodeMessage({ version, header, accountKeys, ...message }: SolanaMessage): Uint8Array {
  return concatBytes(
    Uint8Array.of(...(version === 'legacy' ? [] : [versionFlag + version])),
    Uint8Array.of(header.requiredSignatures, header.readonlySigned, header.readonlyUnsigned),
    encodeList(accountKeys),
    message.recentBlockhash,
    encodeList(message.instructions.map(encodeInstruction)),
    ...(version === 'legacy' ? [] : [encodeList(message.lookups.map(encodeLookup))]),
  );
}

/** Encodes how many items there are, as a compact-u16, and the items. */
export const encodeList = (items: readonly Uint8Array[]): Uint8Array =>
  concatBytes(encodeCount(items.length), ...items);

const encodeInstruction = ({ programIndex, accountIndexes, data }: MessageInstruction) =>
  concatBytes(Uint8Array.of(programIndex), encodeBytes(accountIndexes), encodeBytes(data));

const encodeLookup = ({ tableKey, writableIndexes, readonlyIndexes }: MessageLookup) =>
  concatBytes(tableKey, encodeBytes(writableIndexes), encodeBytes(readonlyIndexes));

const encodeBytes = (bytes: Uint8Array) => concatBytes(encodeCount(bytes.length), bytes);

function encodeCount(count: number): Uint8Array {
  const encoded: number[] = [];
  let rest = count;
  for (; rest >= 0x80; rest >>= 7) encoded.push((rest & 0x7f) | 0x80);
  return Uint8Array.of(...encoded, rest);
}
