import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { p2pk, p2pkh, p2sh, p2tr, p2wpkh, p2wsh } from '@scure/btc-signer/payment.js';
import { RawOldTx, RawOutput, RawTx } from '@scure/btc-signer/script.js';
import { sha256x2, taprootTweakPrivKey } from '@scure/btc-signer/utils.js';
import { encodePsbt, type RawTransaction } from '../src/bitcoin/psbt.ts';
import { inputFields } from '../src/bitcoin/psbt-fields.ts';
import type { PsbtEntry, PsbtMap } from '../src/bitcoin/psbt-map.ts';
import type { Signature, SigningRequest } from '../src/unsigned-transaction.ts';

export const secret = hexToBytes('5e'.repeat(32));
export const publicKey = secp256k1.getPublicKey(secret);
export const foreignKey = secp256k1.getPublicKey(hexToBytes('3c'.repeat(32)));

export type ScriptType = 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR';
export const scriptTypes: readonly ScriptType[] = ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'];

interface Payment {
  readonly script: Uint8Array;
  readonly address: string;
  readonly redeemScript?: Uint8Array;
  readonly witnessScript?: Uint8Array;
  readonly tweakedPubkey?: Uint8Array;
}

/** The scripts of a key as the library builds them. */
export const payments: Readonly<Record<ScriptType, (key: Uint8Array) => Payment>> = {
  P2PKH: (key) => p2pkh(key),
  P2SH: (key) => p2sh(p2wpkh(key)),
  P2WPKH: (key) => p2wpkh(key),
  P2WSH: (key) => p2wsh(p2pk(key)),
  P2TR: (key) => p2tr(key.subarray(1)),
};

export const entry = (type: number, value: Uint8Array, keyData: Uint8Array = new Uint8Array()): PsbtEntry => ({
  type,
  keyData,
  value,
});
export const uint32 = (value: number): Uint8Array => new Uint8Array(new Uint32Array([value]).buffer);

interface InputOptions {
  readonly type?: ScriptType;
  readonly key?: Uint8Array;
  readonly amount?: bigint;
  /** Which previous transaction this is: two inputs with the same number spend the same output. */
  readonly serial?: number;
  /** How the PSBT describes the spent output. Without it, as a wallet usually does for the type. */
  readonly utxo?: 'alone' | 'whole' | 'both' | 'none';
  /** What the rest of the PSBT says about the spent output, instead of the truth in the previous transaction. */
  readonly lie?: { readonly type?: ScriptType; readonly amount?: bigint };
  /** Whether the previous transaction has witnesses. */
  readonly isSegwit?: boolean;
  readonly more?: PsbtMap;
  /** Types that are left out. */
  readonly without?: readonly number[];
}

/** An input of a sample, with the entries of its map. */
function buildInput(
  {
    type = 'P2WPKH',
    key = publicKey,
    amount = 100_000n,
    isSegwit = true,
    lie = {},
    more = [],
    without = [],
    ...options
  }: InputOptions,
  index: number,
) {
  const { serial = index, utxo = type === 'P2PKH' ? 'whole' : 'alone' } = options;
  const claimedType = lie.type ?? type;
  const { script, redeemScript, witnessScript } = payments[claimedType](key);
  const claimed = { amount: lie.amount ?? amount, script };
  const previous = {
    version: 2,
    segwitFlag: isSegwit,
    inputs: [
      { txid: new Uint8Array(32).fill(serial + 1), index: serial, finalScriptSig: new Uint8Array(), sequence: 1 },
    ],
    outputs: [
      { amount: 1n, script: new Uint8Array([0x51]) },
      { amount, script: payments[type](key).script },
    ],
    ...(isSegwit && { witnesses: [[new Uint8Array([1, 2, 3])]] }),
    lockTime: 0,
  };
  const entries = [
    ...(utxo === 'whole' || utxo === 'both' ? [entry(inputFields.nonWitnessUtxo.type, RawTx.encode(previous))] : []),
    ...(utxo === 'alone' || utxo === 'both' ? [entry(inputFields.witnessUtxo.type, RawOutput.encode(claimed))] : []),
    ...(redeemScript ? [entry(inputFields.redeemScript.type, redeemScript)] : []),
    ...(witnessScript ? [entry(inputFields.witnessScript.type, witnessScript)] : []),
    ...(claimedType === 'P2TR' ? [entry(inputFields.tapInternalKey.type, key.subarray(1))] : []),
  ];
  return {
    raw: {
      txid: sha256x2(RawOldTx.encode(previous)).toReversed(),
      index: 1,
      finalScriptSig: new Uint8Array(),
      sequence: 0xfffffffd,
    },
    map: [...entries.filter((found) => !without.includes(found.type)), ...more],
  };
}

export interface SampleOptions {
  readonly inputs?: readonly InputOptions[];
  readonly outputs?: RawTransaction['outputs'];
  readonly outputMaps?: readonly PsbtMap[];
  readonly global?: PsbtMap;
  readonly transaction?: Partial<RawTransaction>;
}

/** Builds a PSBT. By default it has one P2WPKH input of the key and one output. */
export function buildSample({ inputs = [{}], transaction, global = [], ...options }: SampleOptions = {}): Uint8Array {
  const built = inputs.map(buildInput);
  const outputs = options.outputs ?? [{ amount: 90_000n, script: payments.P2WPKH(foreignKey).script }];
  const raw = { version: 2, lockTime: 0, inputs: built.map((input) => input.raw), outputs, ...transaction };
  const unsignedTx = RawOldTx.encode(raw);
  return encodePsbt({
    transaction: raw,
    unsignedTx,
    global: [entry(0x00, unsignedTx), ...global],
    inputs: built.map(({ map }) => map),
    outputs: options.outputMaps ?? raw.outputs.map(() => []),
  });
}

/** Signs as the signer of the server does: low S, RFC 6979, and the tweak of BIP-341. */
export function signRequest({ scheme, message }: SigningRequest, key: Uint8Array = secret): Signature {
  if (scheme === 'bip341')
    return { bytes: schnorr.sign(message, taprootTweakPrivKey(key), new Uint8Array(32)), parity: 0 };
  return { bytes: secp256k1.sign(message, key, { prehash: false }), parity: 0 };
}
