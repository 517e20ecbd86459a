import { equalBytes } from '@mintmark/stamper/encoding';
import { BTCArray, RawInput, RawOutput } from '@scure/btc-signer/script.js';
import { invalidTransaction } from '../chain-error.ts';
import { sha256d } from '../hashes.ts';
import { checkAmount } from './amount.ts';
import { inputFields } from './psbt-fields.ts';
import { encodeCompactSize, findValue, type PsbtMap } from './psbt-map.ts';

/** The output that an input spends, as the PSBT describes it. */
export interface SpentOutput {
  readonly amount: bigint;
  readonly script: Uint8Array;
  /** Whether the PSBT has the whole previous transaction, whose hash is the transaction id in the input. */
  readonly isProven: boolean;
}

/** The transaction id is in the order of bytes in which people are shown it. */
interface Outpoint {
  readonly txid: Uint8Array;
  readonly index: number;
}

/** Reads the output that an input spends. Undefined if the PSBT does not describe it. */
export function readSpentOutput(map: PsbtMap, outpoint: Outpoint, name: string): SpentOutput | undefined {
  const whole = findValue(map, inputFields.nonWitnessUtxo.type);
  const alone = findValue(map, inputFields.witnessUtxo.type);
  const proven = whole && readFromTransaction(whole, outpoint, name);
  const claimed = alone && readAlone(alone, name);
  if (proven && claimed && (proven.amount !== claimed.amount || !equalBytes(proven.script, claimed.script)))
    throw invalidTransaction(`${name} has a witnessUtxo and a nonWitnessUtxo that differ`);
  const spent = proven ?? claimed;
  if (!spent) return undefined;
  checkAmount(spent.amount, name);
  return { amount: spent.amount, script: spent.script, isProven: proven !== undefined };
}

function readAlone(bytes: Uint8Array, name: string) {
  let output: ReturnType<typeof RawOutput.decode>;
  try {
    output = RawOutput.decode(bytes);
  } catch {
    throw invalidTransaction(`${name} has a witnessUtxo that cannot be read`);
  }
  return output;
}

function readFromTransaction(bytes: Uint8Array, { txid, index }: Outpoint, name: string) {
  let transaction: PreviousTransaction;
  try {
    transaction = readPrevious(bytes);
  } catch {
    throw invalidTransaction(`${name} has a nonWitnessUtxo that cannot be read`);
  }
  if (!equalBytes(sha256d(...transaction.hashed).reverse(), txid))
    throw invalidTransaction(`${name} has a nonWitnessUtxo that is not the transaction it spends`);
  const output = transaction.outputs[index];
  if (!output) throw invalidTransaction(`${name} spends an output that its nonWitnessUtxo does not have`);
  return output;
}

interface PreviousTransaction {
  readonly outputs: readonly ReturnType<typeof RawOutput.decode>[];
  /** The parts that the transaction id covers: not the marker and the flag, and not the witnesses (BIP-141, "Transaction ID"). */
  readonly hashed: readonly Uint8Array[];
}

const inputList = BTCArray(RawInput);
const outputList = BTCArray(RawOutput);
const rest = { allowUnreadBytes: true };

/** Skips the witnesses: 125,000 empty ones fit into a request, and reading them would take 40 ms. */
function readPrevious(bytes: Uint8Array): PreviousTransaction {
  const hasWitnesses = bytes[4] === 0x00 && bytes[5] === 0x01;
  const start = hasWitnesses ? 6 : 4;
  const inputs = inputList.decode(bytes.subarray(start), rest);
  const inputsEnd = start + sizeOfList(inputs, ({ finalScriptSig }) => 40 + sizeOfScript(finalScriptSig));
  const outputs = outputList.decode(bytes.subarray(inputsEnd), rest);
  const outputsEnd = inputsEnd + sizeOfList(outputs, ({ script }) => 8 + sizeOfScript(script));
  if (!hasWitnesses) return { outputs, hashed: [bytes] };
  return { outputs, hashed: [bytes.subarray(0, 4), bytes.subarray(start, outputsEnd), bytes.subarray(-4)] };
}

const sizeOfScript = ({ length }: Uint8Array) => encodeCompactSize(length).length + length;

const sizeOfList = <Item>(items: readonly Item[], sizeOf: (item: Item) => number) =>
  items.reduce((sum, item) => sum + sizeOf(item), encodeCompactSize(items.length).length);
