import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

/** A cell as another cell sees it. */
export interface CellReference {
  readonly hash: Uint8Array;
  /** The length of the longest path to a cell without references. */
  readonly depth: number;
}

/** Hashes the standard representation of an ordinary cell, given as a string of 0 and 1 (TON's whitepaper "TVM", 3.1.4 and 3.1.5). */
export function hashCell(bits: string, references: readonly CellReference[]): Uint8Array {
  const descriptors = Uint8Array.of(references.length, Math.floor(bits.length / 8) + Math.ceil(bits.length / 8));
  const depths = references.flatMap(({ depth }) => [depth >> 8, depth & 0xff]);
  return sha256(
    concatBytes(descriptors, toBytes(bits), Uint8Array.from(depths), ...references.map(({ hash }) => hash)),
  );
}

/** If the last byte is incomplete, a 1 and as many 0 as needed complete it. */
function toBytes(bits: string): Uint8Array {
  const length = Math.ceil(bits.length / 8);
  const padded = bits.length % 8 === 0 ? bits : `${bits}1`.padEnd(length * 8, '0');
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(padded.slice(index * 8, index * 8 + 8), 2));
}

/** The bits of a number without a sign. */
export const numberBits = (value: number, size: number): string => value.toString(2).padStart(size, '0');

export const byteBits = (bytes: Uint8Array): string => Array.from(bytes, (byte) => numberBits(byte, 8)).join('');
