import { RawOldTx, RawOutput, RawTx } from '@scure/btc-signer/script.js';
import { invalidTransaction } from '../invalid-transaction.ts';
import { checkAmount } from './amount.ts';
import { inputFields } from './psbt-fields.ts';
import { findValue, type PsbtMap } from './psbt-map.ts';
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

function readFromTransaction(bytes: Uint8Array, { txid, index }: Outpoint, name: string) {
  let transaction: ReturnType<typeof RawTx.decode>;
  try {
    transaction = RawTx.decode(bytes);
  } catch {
    throw invalidTransaction(`${name} has a nonWitnessUtxo that cannot be read`);
  }
  // The id does not cover the witnesses (BIP-141, "Transaction ID").
  const hashed = transaction.segwitFlag ? RawOldTx.encode(transaction) : bytes;
  if (Buffer.compare(sha256d(hashed).reverse(), txid) !== 0)
    throw invalidTransaction(`${name} has a nonWitnessUtxo that is not the transaction it spends`);
  const output = transaction.outputs[index];
  if (!output) throw invalidTransaction(`${name} spends an output that its nonWitnessUtxo does not have`);
  return output;
}
