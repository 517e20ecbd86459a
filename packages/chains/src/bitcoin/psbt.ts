import { equalBytes } from '@mintmark/stamper/encoding';
import { concatBytes } from '@noble/hashes/utils.js';
import { RawOldTx } from '@scure/btc-signer/script.js';
import { invalidTransaction } from '../chain-error.ts';
import { checkFields, globalFields } from './psbt-fields.ts';
import { encodeMaps, findValue, type PsbtMap, PsbtMapReader } from './psbt-map.ts';

// All limits together keep the slowest PSBT at a few milliseconds.

/** More than the body of a request can hold in hex. */
const maxBytes = 128 * 1024;
/** Each input is read and hashed in about ten microseconds, and is then signed. */
const maxInputs = 250;
/** Each output takes about ten microseconds as well, because people are shown its address. */
const maxOutputs = 250;
/** Usual are about five per input and two per output. */
const maxEntries = 2500;

/** A PSBT of version 0 (BIP-174), and the transaction that it is about. */
export interface Psbt {
  readonly transaction: RawTransaction;
  /** The encoding of the transaction. */
  readonly unsignedTx: Uint8Array;
  readonly global: PsbtMap;
  /** One map per input of the transaction. */
  readonly inputs: readonly PsbtMap[];
  /** One map per output of the transaction. */
  readonly outputs: readonly PsbtMap[];
}

export type RawTransaction = ReturnType<typeof RawOldTx.decode>;

/** "psbt", and a byte that is not UTF-8. */
const magic = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff);

/** Reads a PSBT of version 0. Refuses it unless it encodes to the same bytes again. */
export function readPsbt(bytes: Uint8Array): Psbt {
  if (bytes.length > maxBytes) throw invalidTransaction(`the PSBT is longer than ${maxBytes} bytes`);
  if (!magic.every((byte, index) => bytes[index] === byte))
    throw invalidTransaction('it does not begin with the magic bytes of a PSBT');

  const reader = new PsbtMapReader(bytes, magic.length, maxEntries);
  const global = reader.readMap('the global map');
  checkVersion(global);
  checkFields(global, 'global', 'the global map');
  const unsignedTx = findValue(global, globalFields.unsignedTx.type);
  if (!unsignedTx) throw invalidTransaction('the PSBT has no unsigned transaction');
  const transaction = readUnsignedTransaction(unsignedTx);

  const inputs = transaction.inputs.map((_, index) => readMap(reader, 'input', index));
  const outputs = transaction.outputs.map((_, index) => readMap(reader, 'output', index));
  if (!reader.isAtEnd) throw invalidTransaction('the PSBT has trailing bytes');

  const psbt = { transaction, unsignedTx, global, inputs, outputs };
  if (!equalBytes(encodePsbt(psbt), bytes)) throw invalidTransaction('the PSBT is not encoded in its shortest form');
  return psbt;
}

function readMap(reader: PsbtMapReader, kind: 'input' | 'output', index: number): PsbtMap {
  const name = `${kind} ${index}`;
  const map = reader.readMap(name);
  checkFields(map, kind, name);
  return map;
}

/** Before everything else, because a PSBT of a later version has no unsigned transaction. */
function checkVersion(global: PsbtMap): void {
  const version = findValue(global, globalFields.version.type);
  if (version?.length === 4 && version.some((byte) => byte !== 0))
    throw invalidTransaction('the PSBT has a version other than 0');
}

function readUnsignedTransaction(bytes: Uint8Array): RawTransaction {
  let transaction: RawTransaction;
  try {
    transaction = RawOldTx.decode(bytes);
  } catch {
    throw invalidTransaction('the unsigned transaction cannot be read');
  }
  const { inputs, outputs } = transaction;
  if (inputs.length === 0) throw invalidTransaction('the transaction has no inputs');
  if (outputs.length === 0) throw invalidTransaction('the transaction has no outputs');
  if (inputs.length > maxInputs) throw invalidTransaction(`the transaction has more than ${maxInputs} inputs`);
  if (outputs.length > maxOutputs) throw invalidTransaction(`the transaction has more than ${maxOutputs} outputs`);
  if (inputs.some(({ finalScriptSig }) => finalScriptSig.length > 0))
    throw invalidTransaction('the unsigned transaction has a scriptSig');
  return transaction;
}

/** Encodes a PSBT. The transaction is encoded from what was read, not copied. */
export function encodePsbt({ transaction, global, inputs, outputs }: Psbt): Uint8Array {
  const value = RawOldTx.encode(transaction);
  const encodedGlobal = global.map((entry) =>
    entry.type === globalFields.unsignedTx.type ? { ...entry, value } : entry,
  );
  return concatBytes(magic, encodeMaps([encodedGlobal, ...inputs, ...outputs]));
}
