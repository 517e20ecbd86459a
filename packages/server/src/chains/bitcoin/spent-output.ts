import { RawOutput, RawTx } from '@scure/btc-signer/script.js';
import { invalidTransaction } from '../invalid-transaction.ts';
import { checkAmount } from './amount.ts';
import { inputFields } from './psbt-fields.ts';
import { encodeCompactSize, findValue, type PsbtMap } from './psbt-map.ts';
import { sha256d } from './sha256.ts';

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
  if (proven && claimed && (proven.amount !== claimed.amount || Buffer.compare(proven.script, claimed.script) !== 0))
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

type PreviousTransaction = ReturnType<typeof RawTx.decode>;

function readFromTransaction(bytes: Uint8Array, { txid, index }: Outpoint, name: string) {
  let transaction: PreviousTransaction;
  try {
    transaction = RawTx.decode(bytes);
  } catch {
    throw invalidTransaction(`${name} has a nonWitnessUtxo that cannot be read`);
  }
  const hashed = transaction.segwitFlag ? withoutWitnesses(bytes, transaction) : [bytes];
  if (Buffer.compare(sha256d(...hashed).reverse(), txid) !== 0)
    throw invalidTransaction(`${name} has a nonWitnessUtxo that is not the transaction it spends`);
  const output = transaction.outputs[index];
  if (!output) throw invalidTransaction(`${name} spends an output that its nonWitnessUtxo does not have`);
  return output;
}

/** The parts of a transaction that its id covers: not the marker and the flag, and not the witnesses (BIP-141, "Transaction ID"). */
function withoutWitnesses(bytes: Uint8Array, { inputs, outputs }: PreviousTransaction): readonly Uint8Array[] {
  const sizeOf = (script: Uint8Array) => encodeCompactSize(script.length).length + script.length;
  const counts = encodeCompactSize(inputs.length).length + encodeCompactSize(outputs.length).length;
  const inputBytes = inputs.reduce((sum, { finalScriptSig }) => sum + 40 + sizeOf(finalScriptSig), 0);
  const outputBytes = outputs.reduce((sum, { script }) => sum + 8 + sizeOf(script), 0);
  return [bytes.subarray(0, 4), bytes.subarray(6, 6 + counts + inputBytes + outputBytes), bytes.subarray(-4)];
}
