import { ChainError } from '@mintmark/chains';
import type { Random } from '@mintmark/testing/random';
import { Psbt, script, Transaction } from 'bitcoinjs-lib';
import { readBitcoinTransaction } from '../../chains/src/bitcoin/read-bitcoin-transaction.ts';
import { bitcoinTxOf } from '../../policy/src/namespaces/bitcoin.ts';
import {
  anyKey,
  type Coin,
  digestOf,
  type Key,
  type MadeCoin,
  makeCoin,
  type ScriptType,
  scriptsOf,
  scriptTypes,
  sign,
  signInput,
  spendingFields,
  validate,
} from './bitcoin-psbts.ts';

/** A transaction that somebody wants to have signed, and the coins that it spends in truth. */
export interface Plan {
  readonly coins: readonly MadeCoin[];
  readonly transaction: Transaction;
  /** Two keys of the service. The other coins belong to the attacker. */
  readonly keys: readonly [Key, Key];
  readonly fee: bigint;
}

/** What a PSBT says about the coin of an input. */
interface Claim {
  readonly coin: Coin;
  /** Whether the PSBT has the whole previous transaction, which cannot lie. */
  readonly isWhole: boolean;
  readonly isAlone: boolean;
  readonly sighashType: number | undefined;
}

/** What the service answered to a PSBT. */
export interface Answer {
  readonly claims: readonly Claim[];
  readonly signatures: readonly InputSignature[];
  /** What policies saw. */
  readonly fee: unknown;
}

export interface InputSignature {
  readonly index: number;
  /** Undefined for taproot. */
  readonly pubkey: Uint8Array | undefined;
  /** As in the PSBT, with its hash type. */
  readonly encoded: Uint8Array;
}

const oneOf = <Item>(items: readonly Item[], random: Random): Item => items[random(items.length)] as Item;
const anyType = (random: Random): ScriptType => oneOf(scriptTypes, random);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

export function planTransaction(random: Random): Plan {
  const [first, second, attacker] = differentKeys(random);
  const owners = [first, first, first, second, attacker];
  const coins = Array.from({ length: 1 + random(4) }, () => makeCoin(anyType(random), oneOf(owners, random), random));
  const amount = sum(coins.map((coin) => coin.amount));
  const transaction = new Transaction();
  transaction.version = 2;
  for (const { previous, index } of coins) transaction.addInput(previous.getHash(), index);
  // Little enough that most lies still cover it.
  const paid = amount / BigInt(2 + random(20));
  transaction.addOutput(scriptsOf(anyType(random), attacker).output, paid);
  return { coins, transaction, keys: [first, second], fee: amount - paid };
}

function differentKeys(random: Random): readonly [Key, Key, Key] {
  const keys = [anyKey(random), anyKey(random), anyKey(random)] as const;
  return new Set(keys).size === keys.length ? keys : differentKeys(random);
}

const lie = (type: ScriptType, key: Key, amount: bigint): Coin => ({
  type,
  key,
  amount,
  script: scriptsOf(type, key).output,
});

/** The truth or a lie about a coin, to a signer. */
function claimAbout(coin: MadeCoin, signer: Key, random: Random): Claim {
  const { type, key, amount } = coin;
  const otherAmount = random(2) === 0 ? amount : BigInt(random(2 ** 32));
  const lies: readonly (() => Coin)[] = [
    () => lie(type, key, otherAmount),
    () => lie(anyType(random), key, otherAmount),
    () => lie(anyType(random), signer, otherAmount),
    () => lie('P2TR', signer, otherAmount),
    () => lie(anyType(random), anyKey(random), otherAmount),
  ];
  // Types that the service refuses are rare, as they end the request.
  const sighashType = oneOf([...Array(40).fill(undefined), 1, 1, 2, 3, 0x81, 0x82, 0x83], random);
  const kind = random(16);
  if (kind < 6) return { coin, isWhole: true, isAlone: type !== 'P2PKH' && random(2) === 0, sighashType };
  if (kind < 10) return { coin, isWhole: false, isAlone: true, sighashType };
  if (kind < 11) return { coin, isWhole: false, isAlone: false, sighashType };
  return { coin: oneOf(lies, random)(), isWhole: random(20) === 0, isAlone: true, sighashType };
}

/** Asks the service to sign a PSBT that may lie. Undefined if it refuses the PSBT. */
export function askToSign({ coins, transaction, keys }: Plan, random: Random): Answer | undefined {
  const signer = oneOf(keys, random);
  const claims = coins.map((coin) => claimAbout(coin, signer, random));
  const psbt = new Psbt();
  for (const [input, { coin, isWhole, isAlone, sighashType }] of claims.entries()) {
    const { previous, index } = coins[input] as MadeCoin;
    psbt.addInput({
      hash: previous.getHash(),
      index,
      ...(isWhole && { nonWitnessUtxo: previous.toBuffer() }),
      ...(isAlone && { witnessUtxo: { script: coin.script, value: coin.amount } }),
      ...(sighashType !== undefined && { sighashType }),
      ...spendingFields(coin),
    });
  }
  for (const { script, value } of transaction.outs) psbt.addOutput({ script, value });
  const addressType = random(2) === 0 ? undefined : anyType(random);
  try {
    const read = readBitcoinTransaction(
      psbt.toBuffer(),
      { publicKey: signer.pair.publicKey },
      { network: 'mainnet', addressType },
    );
    const signed = read.sign(read.requests.map((request) => sign(request, signer)));
    return { claims, signatures: signaturesIn(signed), fee: bitcoinTxOf(read.content)['fee'] };
  } catch (error) {
    if (error instanceof ChainError && error.code === 'INVALID_TRANSACTION') return undefined;
    throw error;
  }
}

const signaturesIn = (psbt: Uint8Array): readonly InputSignature[] =>
  Psbt.fromBuffer(psbt).data.inputs.flatMap(({ partialSig = [], tapKeySig }, index) => [
    ...partialSig.map(({ pubkey, signature }) => ({ index, pubkey, encoded: signature })),
    ...(tapKeySig ? [{ index, pubkey: undefined, encoded: tapKeySig }] : []),
  ]);

function decode({ pubkey, encoded }: InputSignature): { readonly signature: Uint8Array; readonly hashType: number } {
  if (pubkey) return script.signature.decode(encoded);
  return { signature: encoded.subarray(0, 64), hashType: encoded[64] ?? Transaction.SIGHASH_DEFAULT };
}

/** Whether a signature is valid, if these are the coins that the transaction spends. */
export function isValid(transaction: Transaction, coins: readonly Coin[], given: InputSignature): boolean {
  const { index, pubkey } = given;
  const { type, key } = coins[index] as Coin;
  if ((type === 'P2TR') !== (pubkey === undefined)) return false;
  if (pubkey && Buffer.compare(pubkey, key.pair.publicKey) !== 0) return false;
  const { signature, hashType } = decode(given);
  const validKey = pubkey ?? key.tweaked.publicKey.subarray(1);
  return validate(validKey, digestOf(transaction, index, coins, hashType), signature);
}

/** The inputs to whose amounts a signature commits: with another amount it signs another digest. */
export function committedInputs(
  transaction: Transaction,
  coins: readonly Coin[],
  given: InputSignature,
): readonly number[] {
  const { hashType } = decode(given);
  const digest = digestOf(transaction, given.index, coins, hashType);
  return [...coins.keys()].filter((index) => {
    const changed = coins.map((coin, other) => (other === index ? { ...coin, amount: coin.amount + 1n } : coin));
    return Buffer.compare(digestOf(transaction, given.index, changed, hashType), digest) !== 0;
  });
}

/** The transaction with these signatures. The attacker signs the inputs without one. */
export function finalize(
  { coins, transaction }: Plan,
  signatures: readonly (InputSignature | undefined)[],
): Transaction {
  const psbt = new Psbt();
  for (const coin of coins) {
    const { type, previous, index, script, amount } = coin;
    psbt.addInput({
      hash: previous.getHash(),
      index,
      nonWitnessUtxo: previous.toBuffer(),
      ...(type !== 'P2PKH' && { witnessUtxo: { script, value: amount } }),
      ...spendingFields(coin),
    });
  }
  for (const { script, value } of transaction.outs) psbt.addOutput({ script, value });
  for (const [index, coin] of coins.entries()) {
    const { pubkey, encoded } = signatures[index] ?? {};
    const hashType = coin.type === 'P2TR' ? Transaction.SIGHASH_DEFAULT : Transaction.SIGHASH_ALL;
    if (!encoded) signInput(psbt, index, { ...coin, hashType });
    else psbt.updateInput(index, pubkey ? { partialSig: [{ pubkey, signature: encoded }] } : { tapKeySig: encoded });
  }
  return psbt.finalizeAllInputs().extractTransaction(true);
}
