import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256, sha256d } from '../hashes.ts';
import { viewOf } from '../view-of.ts';
import { encodeCompactSize } from './psbt-map.ts';
import type { SpentOutput } from './spent-output.ts';

/** Every signature covers all inputs and all outputs. BIP-341 calls this DEFAULT where the signature does not say so. */
export const sighashAll = 0x01;
export const sighashDefault = 0x00;

/** The length of an input without scriptSig: an outpoint, an empty script and a sequence. */
const inputLength = 36 + 1 + 4;

interface Parts {
  /** The encoded transaction, whose inputs have no scriptSig. */
  readonly unsignedTx: Uint8Array;
  readonly inputCount: number;
  readonly outputCount: number;
}

/** What the inputs of one transaction sign. What all of them have in common is hashed once, so that the work is linear. */
export class SignatureHashes {
  readonly #tx: Uint8Array;
  readonly #inputCount: number;
  readonly #inputsStart: number;
  readonly #version: Uint8Array;
  readonly #locktime: Uint8Array;
  readonly #outputs: Uint8Array;
  #witnessV0:
    | { readonly prevouts: Uint8Array; readonly sequences: Uint8Array; readonly outputs: Uint8Array }
    | undefined;
  #taproot: Uint8Array | undefined;

  constructor({ unsignedTx, inputCount, outputCount }: Parts) {
    this.#tx = unsignedTx;
    this.#inputCount = inputCount;
    this.#inputsStart = 4 + encodeCompactSize(inputCount).length;
    this.#version = unsignedTx.subarray(0, 4);
    this.#locktime = unsignedTx.subarray(-4);
    const outputsStart = this.#inputsStart + inputCount * inputLength + encodeCompactSize(outputCount).length;
    this.#outputs = unsignedTx.subarray(outputsStart, -4);
  }

  /** The hash before BIP-143. It covers the whole transaction anew for every input. */
  legacy(index: number, script: Uint8Array): Uint8Array {
    const scriptStart = this.#inputsStart + index * inputLength + 36;
    return sha256d(
      this.#tx.subarray(0, scriptStart),
      encodeCompactSize(script.length),
      script,
      this.#tx.subarray(scriptStart + 1),
      encodeUint32(sighashAll),
    );
  }

  /** The hash of BIP-143. */
  witnessV0(index: number, scriptCode: Uint8Array, amount: bigint): Uint8Array {
    this.#witnessV0 ??= {
      prevouts: sha256d(...this.#outpoints()),
      sequences: sha256d(...this.#sequences()),
      outputs: sha256d(this.#outputs),
    };
    return sha256d(
      this.#version,
      this.#witnessV0.prevouts,
      this.#witnessV0.sequences,
      this.#outpoint(index),
      encodeCompactSize(scriptCode.length),
      scriptCode,
      encodeUint64(amount),
      this.#sequence(index),
      this.#witnessV0.outputs,
      this.#locktime,
      encodeUint32(sighashAll),
    );
  }

  /** The hash of BIP-341 for the key path. It covers the outputs that all inputs spend. */
  taproot(
    index: number,
    hashType: typeof sighashDefault | typeof sighashAll,
    spent: readonly SpentOutput[],
  ): Uint8Array {
    this.#taproot ??= concatBytes(
      this.#version,
      this.#locktime,
      sha256(...this.#outpoints()),
      sha256(...spent.map(({ amount }) => encodeUint64(amount))),
      sha256(...spent.flatMap(({ script }) => [encodeCompactSize(script.length), script])),
      sha256(...this.#sequences()),
      sha256(this.#outputs),
    );
    const epochAndType = Uint8Array.of(0, hashType);
    const keyPathWithoutAnnex = Uint8Array.of(0);
    return sha256(tapSighash, epochAndType, this.#taproot, keyPathWithoutAnnex, encodeUint32(index));
  }

  #outpoint(index: number): Uint8Array {
    const start = this.#inputsStart + index * inputLength;
    return this.#tx.subarray(start, start + 36);
  }

  #sequence(index: number): Uint8Array {
    const end = this.#inputsStart + (index + 1) * inputLength;
    return this.#tx.subarray(end - 4, end);
  }

  #outpoints(): Uint8Array[] {
    return Array.from({ length: this.#inputCount }, (_, index) => this.#outpoint(index));
  }

  #sequences(): Uint8Array[] {
    return Array.from({ length: this.#inputCount }, (_, index) => this.#sequence(index));
  }
}

/** The prefix of a tagged hash (BIP-340). */
const tag = sha256(utf8ToBytes('TapSighash'));
const tapSighash = concatBytes(tag, tag);

function encodeUint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  viewOf(bytes).setUint32(0, value, true);
  return bytes;
}

function encodeUint64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  viewOf(bytes).setBigUint64(0, value, true);
  return bytes;
}
