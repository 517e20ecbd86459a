import { createRandom, type Random } from '@mintmark/testing/random';
import { crypto, initEccLib, type Psbt, payments, Transaction } from 'bitcoinjs-lib';
import { ECPairFactory, type ECPairInterface } from 'ecpair';
import * as ecc from 'tiny-secp256k1';
import type { Signature, SigningRequest } from '../../chains/src/unsigned-transaction.ts';

initEccLib(ecc);
const pairs = ECPairFactory(ecc);

export type ScriptType = 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR';
export const scriptTypes: readonly ScriptType[] = ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'];

const bytesOf = (length: number, random: Random): Uint8Array => Uint8Array.from({ length }, () => random(256));

const keys = createRandom(0);
/** A key, and the one that BIP-341 tweaks. Few keys suffice, and each takes time. */
const pool: readonly Key[] = Array.from({ length: 40 }, () => {
  const pair = pairs.fromPrivateKey(bytesOf(32, keys));
  return { pair, tweaked: pair.tweak(crypto.taggedHash('TapTweak', pair.publicKey.slice(1))) };
});

export interface Key {
  readonly pair: ECPairInterface;
  readonly tweaked: ECPairInterface;
}

export const anyKey = (random: Random): Key => pool[random(pool.length)] as Key;

type Scripts = ReturnType<typeof buildScripts>;
const built = new Map<string, Scripts>();

/** The output script of a key, and the scripts that spend it. */
export function scriptsOf(type: ScriptType, { pair }: Key): Scripts {
  const name = `${type} ${Buffer.from(pair.publicKey).toString('hex')}`;
  const scripts = built.get(name) ?? buildScripts(type, pair.publicKey);
  built.set(name, scripts);
  return scripts;
}

/** The output script of a public key, and the scripts that spend it. */
export function buildScripts(type: ScriptType, pubkey: Uint8Array) {
  const p2wpkh = payments.p2wpkh({ pubkey });
  const p2pk = payments.p2pk({ pubkey });
  const payment = {
    P2PKH: () => payments.p2pkh({ pubkey }),
    P2SH: () => payments.p2sh({ redeem: p2wpkh }),
    P2WPKH: () => p2wpkh,
    P2WSH: () => payments.p2wsh({ redeem: p2pk }),
    P2TR: () => payments.p2tr({ internalPubkey: pubkey.slice(1) }),
  }[type]();
  return {
    output: payment.output as Uint8Array,
    address: payment.address as string,
    ...(type === 'P2SH' && { redeemScript: p2wpkh.output as Uint8Array }),
    ...(type === 'P2WSH' && { witnessScript: p2pk.output as Uint8Array }),
    ...(type === 'P2TR' && { tapInternalKey: pubkey.slice(1) }),
    /** What signatures of BIP-143 cover. */
    scriptCode: (type === 'P2WSH' ? p2pk.output : payments.p2pkh({ pubkey }).output) as Uint8Array,
  };
}

/** An output that a key can spend. */
export interface Coin {
  readonly type: ScriptType;
  readonly key: Key;
  readonly amount: bigint;
  readonly script: Uint8Array;
}

/** A coin, and the transaction that made it. */
export interface MadeCoin extends Coin {
  readonly previous: Transaction;
  readonly index: number;
}

export interface SpentInput extends Coin {
  readonly hashType: number;
  /** Whether the PSBT has the whole previous transaction. */
  readonly isWhole: boolean;
}

/** Makes a coin with a previous transaction of its own. */
export function makeCoin(type: ScriptType, key: Key, random: Random): MadeCoin {
  const { output: script } = scriptsOf(type, key);
  const amount = BigInt(10_000 + random(2 ** 32));
  const previous = new Transaction();
  previous.addInput(bytesOf(32, random), random(5));
  if (random(2) === 0) previous.setWitness(0, [bytesOf(32, random), bytesOf(random(30), random)]);
  else previous.setInputScript(0, bytesOf(random(30), random));
  const index = random(4);
  for (let before = 0; before < index; before += 1) previous.addOutput(bytesOf(random(30), random), 1n);
  previous.addOutput(script, amount);
  return { type, key, amount, script, previous, index };
}

/** What a PSBT says about how a coin is spent. */
export function spendingFields({ type, key }: Coin) {
  const { output: _output, address: _address, scriptCode: _scriptCode, ...fields } = scriptsOf(type, key);
  return fields;
}

/** How a PSBT describes the spent output. bitcoinjs-lib does not finalize taproot inputs that only have the whole transaction. */
function utxosOf(type: ScriptType): readonly ('whole' | 'alone' | 'both')[] {
  if (type === 'P2PKH') return ['whole'];
  return type === 'P2TR' ? ['alone', 'both'] : ['whole', 'alone', 'both'];
}

/** Adds an input with a previous transaction of its own, and returns what it spends. */
export function addInput(psbt: Psbt, type: ScriptType, key: Key, random: Random): SpentInput {
  const coin = makeCoin(type, key, random);
  const { amount, script, previous, index } = coin;
  const utxo = utxosOf(type)[random(utxosOf(type).length)];
  // bitcoinjs-lib cannot add SIGHASH_DEFAULT to a PSBT, only use it where there is no type.
  const sighashType = random(2) === 0 ? undefined : Transaction.SIGHASH_ALL;
  psbt.addInput({
    hash: previous.getHash(),
    index,
    sequence: random(2 ** 32),
    ...(utxo !== 'alone' && { nonWitnessUtxo: previous.toBuffer() }),
    ...(utxo !== 'whole' && { witnessUtxo: { script, value: amount } }),
    ...(sighashType !== undefined && { sighashType }),
    ...spendingFields(coin),
  });
  const usual = type === 'P2TR' ? Transaction.SIGHASH_DEFAULT : Transaction.SIGHASH_ALL;
  return { type, key, amount, script, hashType: sighashType ?? usual, isWhole: utxo !== 'alone' };
}

/** Signs an input with bitcoinjs-lib. */
export const signInput = (
  psbt: Psbt,
  index: number,
  { type, key, hashType }: Pick<SpentInput, 'type' | 'key' | 'hashType'>,
): Psbt => psbt.signInput(index, type === 'P2TR' ? key.tweaked : key.pair, [hashType]);

/** Signs with libsecp256k1. btcd verifies with an implementation of its own. */
export const sign = ({ scheme, message }: SigningRequest, { pair, tweaked }: Key): Signature => ({
  bytes: scheme === 'bip341' ? tweaked.signSchnorr(message) : pair.sign(message),
  parity: 0,
});

/** The digest that bitcoinjs-lib signs for an input. */
export function digestOf(
  transaction: Transaction,
  index: number,
  coins: readonly Coin[],
  hashType: number,
): Uint8Array {
  const { type, key, amount, script } = coins[index] as Coin;
  if (type === 'P2PKH') return transaction.hashForSignature(index, script, hashType);
  if (type !== 'P2TR') return transaction.hashForWitnessV0(index, scriptsOf(type, key).scriptCode, amount, hashType);
  const [scripts, amounts] = [coins.map((coin) => coin.script), coins.map((coin) => coin.amount)];
  return transaction.hashForWitnessV1(index, scripts, amounts, hashType);
}

export const validate = (publicKey: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean =>
  publicKey.length === 32
    ? ecc.verifySchnorr(digest, publicKey, signature)
    : ecc.verify(digest, publicKey, signature, true);
