import { invalidTransaction } from '../chain-error.ts';
import type { PsbtMap } from './psbt-map.ts';

/** What an entry of a type has to look like. Entries of other types are left as they are. */
interface Field {
  readonly type: number;
  /** The lengths that the data of the key may have: none, if there is one such entry at most. */
  readonly keyLengths: readonly number[];
  /** The lengths that the value may have. Any length, if there is no list. */
  readonly valueLengths?: readonly number[];
}

type Fields = Readonly<Record<string, Field>>;

const noKey = [0];
/** Compressed or not. */
const publicKey = [33, 65];
const xOnlyKey = [32];
/** Without or with the byte of the signature hash type. */
const schnorrSignature = [64, 65];
/** A byte, a key, and up to 128 hashes (BIP-341, "Script validation rules"). */
const controlBlock = Array.from({ length: 129 }, (_, hashes) => 33 + 32 * hashes);

/** Fields of the global map (BIP-174). */
export const globalFields = {
  unsignedTx: { type: 0x00, keyLengths: noKey },
  xpub: { type: 0x01, keyLengths: [78] },
  version: { type: 0xfb, keyLengths: noKey, valueLengths: [4] },
} satisfies Fields;

/** Fields of the map of an input (BIP-174, BIP-371). */
export const inputFields = {
  nonWitnessUtxo: { type: 0x00, keyLengths: noKey },
  witnessUtxo: { type: 0x01, keyLengths: noKey },
  partialSig: { type: 0x02, keyLengths: publicKey },
  sighashType: { type: 0x03, keyLengths: noKey, valueLengths: [4] },
  redeemScript: { type: 0x04, keyLengths: noKey },
  witnessScript: { type: 0x05, keyLengths: noKey },
  bip32Derivation: { type: 0x06, keyLengths: publicKey },
  finalScriptSig: { type: 0x07, keyLengths: noKey },
  finalScriptWitness: { type: 0x08, keyLengths: noKey },
  porCommitment: { type: 0x09, keyLengths: noKey },
  ripemd160: { type: 0x0a, keyLengths: [20] },
  sha256: { type: 0x0b, keyLengths: [32] },
  hash160: { type: 0x0c, keyLengths: [20] },
  hash256: { type: 0x0d, keyLengths: [32] },
  tapKeySig: { type: 0x13, keyLengths: noKey, valueLengths: schnorrSignature },
  tapScriptSig: { type: 0x14, keyLengths: [64], valueLengths: schnorrSignature },
  tapLeafScript: { type: 0x15, keyLengths: controlBlock },
  tapBip32Derivation: { type: 0x16, keyLengths: xOnlyKey },
  tapInternalKey: { type: 0x17, keyLengths: noKey, valueLengths: xOnlyKey },
  tapMerkleRoot: { type: 0x18, keyLengths: noKey, valueLengths: [32] },
} satisfies Fields;

/** Fields of the map of an output (BIP-174, BIP-371). */
const outputFields = {
  redeemScript: { type: 0x00, keyLengths: noKey },
  witnessScript: { type: 0x01, keyLengths: noKey },
  bip32Derivation: { type: 0x02, keyLengths: publicKey },
  tapInternalKey: { type: 0x05, keyLengths: noKey, valueLengths: xOnlyKey },
  tapTree: { type: 0x06, keyLengths: noKey },
  tapBip32Derivation: { type: 0x07, keyLengths: xOnlyKey },
} satisfies Fields;

const byType = (fields: Fields) =>
  new Map(Object.entries(fields).map(([fieldName, field]) => [field.type, { fieldName, ...field }]));

const kinds = {
  // Version 2 repeats parts of the transaction in these types (BIP-370). In version 0 they could contradict it, and are forbidden.
  global: { fields: byType(globalFields), onlyVersion2: [0x02, 0x03, 0x04, 0x05, 0x06] },
  input: { fields: byType(inputFields), onlyVersion2: [0x0e, 0x0f, 0x10, 0x11, 0x12] },
  output: { fields: byType(outputFields), onlyVersion2: [0x03, 0x04] },
};

/** Refuses a map with an entry of a known type that has a wrong length, or that version 0 does not have. */
export function checkFields(map: PsbtMap, kind: keyof typeof kinds, mapName: string): void {
  const { fields, onlyVersion2 } = kinds[kind];
  for (const { type, keyData, value } of map) {
    if (onlyVersion2.includes(type)) throw invalidTransaction(`${mapName} has a field that only PSBT version 2 has`);
    const field = fields.get(type);
    if (field && !field.keyLengths.includes(keyData.length))
      throw invalidTransaction(`the ${field.fieldName} of ${mapName} has a key of wrong length`);
    if (field?.valueLengths && !field.valueLengths.includes(value.length))
      throw invalidTransaction(`the ${field.fieldName} of ${mapName} has a wrong length`);
  }
}
