import { equalBytes } from '@mintmark/stamper/encoding';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { invalidTransaction } from '../chain-error.ts';
import type { Signature, SigningRequest } from '../unsigned-transaction.ts';
import { viewOf } from '../view-of.ts';
import type { KeyScript } from './key-script.ts';
import { inputFields } from './psbt-fields.ts';
import { findValue, type PsbtEntry, type PsbtMap } from './psbt-map.ts';
import { type SignatureHashes, sighashAll, sighashDefault } from './signature-hashes.ts';
import type { SpentOutput } from './spent-output.ts';

/** An input that spends an output of the key that signs. */
export interface OwnInput {
  readonly index: number;
  readonly keyScript: KeyScript;
  readonly spent: SpentOutput;
  readonly hashType: typeof sighashAll | typeof sighashDefault;
}

interface Found {
  readonly map: PsbtMap;
  readonly index: number;
  readonly keyScript: KeyScript;
  readonly spent: SpentOutput;
  readonly publicKey: Uint8Array;
}

const signatureTypes: readonly number[] = [
  inputFields.partialSig.type,
  inputFields.finalScriptSig.type,
  inputFields.finalScriptWitness.type,
  inputFields.tapKeySig.type,
  inputFields.tapScriptSig.type,
];

/** Checks everything that the PSBT says about an input of the key, as BIP-174 requires of a signer. */
export function checkOwnInput({ map, index, keyScript, spent, publicKey }: Found): OwnInput {
  const name = `input ${index}`;
  if (map.some(({ type }) => signatureTypes.includes(type)))
    throw invalidTransaction(`${name} of this key is already signed`);
  if (keyScript.type === 'P2PKH') checkLegacy(map, name);
  checkScript(findValue(map, inputFields.redeemScript.type), keyScript.redeemScript, `the redeemScript of ${name}`);
  checkScript(findValue(map, inputFields.witnessScript.type), keyScript.witnessScript, `the witnessScript of ${name}`);
  checkTaproot(map, keyScript, publicKey, name);
  return { index, keyScript, spent, hashType: readHashType(map, keyScript, name) };
}

/** A signature from before BIP-143 does not cover the amount, so only the previous transaction tells it. */
function checkLegacy(map: PsbtMap, name: string): void {
  if (findValue(map, inputFields.witnessUtxo.type))
    throw invalidTransaction(`${name} has a witnessUtxo, but its script has no witness`);
}

function checkScript(given: Uint8Array | undefined, expected: Uint8Array | undefined, name: string): void {
  if (!expected && given) throw invalidTransaction(`${name} does not match the output it spends`);
  // Without it, nobody could finalize the signed input.
  if (expected && !given) throw invalidTransaction(`${name} is missing`);
  if (expected && given && !equalBytes(expected, given))
    throw invalidTransaction(`${name} does not match the output it spends`);
}

function checkTaproot(map: PsbtMap, { type }: KeyScript, publicKey: Uint8Array, name: string): void {
  const internalKey = findValue(map, inputFields.tapInternalKey.type);
  const isOwn = internalKey && type === 'P2TR' && equalBytes(internalKey, publicKey.subarray(1));
  if (internalKey && !isOwn)
    throw invalidTransaction(`the tapInternalKey of ${name} does not match the output it spends`);
  if (findValue(map, inputFields.tapMerkleRoot.type))
    throw invalidTransaction(`the tapMerkleRoot of ${name} does not match the output it spends`);
}

function readHashType(map: PsbtMap, { type }: KeyScript, name: string): OwnInput['hashType'] {
  const value = findValue(map, inputFields.sighashType.type);
  if (!value) return type === 'P2TR' ? sighashDefault : sighashAll;
  const hashType = viewOf(value).getUint32(0, true);
  if (hashType === sighashAll || (hashType === sighashDefault && type === 'P2TR')) return hashType;
  throw invalidTransaction(`the sighashType of ${name} is not SIGHASH_ALL`);
}

/** What the key has to sign for an input. */
export function buildRequest(
  { index, keyScript, spent, hashType }: OwnInput,
  hashes: SignatureHashes,
  allSpent: readonly (SpentOutput | undefined)[],
): SigningRequest {
  switch (keyScript.type) {
    case 'P2PKH':
      return { scheme: 'ecdsa', message: hashes.legacy(index, keyScript.scriptCode) };
    case 'P2TR':
      return { scheme: 'bip341', message: hashes.taproot(index, hashType, requireAll(allSpent, index)) };
    default:
      return { scheme: 'ecdsa', message: hashes.witnessV0(index, keyScript.scriptCode, spent.amount) };
  }
}

function requireAll(allSpent: readonly (SpentOutput | undefined)[], index: number): readonly SpentOutput[] {
  return allSpent.map((spent, other) => {
    if (!spent)
      throw invalidTransaction(
        `input ${other} has no UTXO, which the taproot signature of input ${index} has to cover`,
      );
    return spent;
  });
}

/** The entry with the signature of an input. */
export function signatureEntry(
  { keyScript, hashType }: OwnInput,
  publicKey: Uint8Array,
  { bytes }: Signature,
): PsbtEntry {
  if (keyScript.type === 'P2TR') {
    const value = hashType === sighashDefault ? bytes : concatBytes(bytes, Uint8Array.of(hashType));
    return { type: inputFields.tapKeySig.type, keyData: new Uint8Array(), value };
  }
  const der = secp256k1.Signature.fromBytes(bytes, 'compact').toBytes('der');
  return {
    type: inputFields.partialSig.type,
    keyData: publicKey,
    value: concatBytes(der, Uint8Array.of(hashType)),
  };
}
