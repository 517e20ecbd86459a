import { isAscii, isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { createSecretBuffer } from '../secrets/secret-buffer.ts';
import { normalizeNfkd } from './nfkd.ts';
import { loadWordList, type MnemonicLanguage, mnemonicLanguages, type WordList } from './word-list.ts';

/** Why bytes are not a mnemonic phrase. */
export type PhraseFault =
  /** Not UTF-8. */
  | 'ENCODING'
  /** Not 12, 15, 18, 21 or 24 words. */
  | 'WORD_COUNT'
  /** A word is in no list. Lists are in lower case. */
  | 'UNKNOWN_WORD'
  /** Each word is in a list, but no list has them all. */
  | 'MIXED_LANGUAGES'
  | 'CHECKSUM';

/** A phrase that was read: its words in NFKD with single spaces, which the caller wipes, or what is wrong with it. */
export type PhraseReading =
  | { readonly valid: true; readonly language: MnemonicLanguage; readonly phrase: Buffer }
  | { readonly valid: false; readonly fault: PhraseFault };

const space = 0x20;
const wordCounts = [12, 15, 18, 21, 24];

/** Writes entropy of 16, 20, 24, 28 or 32 bytes as a phrase (BIP-39), in NFKD with single spaces. The caller wipes it. */
export async function writePhrase(
  entropy: Uint8Array,
  language: MnemonicLanguage = 'MNEMONIC_LANGUAGE_ENGLISH',
): Promise<Buffer> {
  const count = (entropy.length * 3) / 4;
  if (!wordCounts.includes(count)) throw new RangeError('the entropy must have 16, 20, 24, 28 or 32 bytes');
  const list = await loadWordList(language);
  const bits = createSecretBuffer(entropy.length + 1);
  const indexes = createIndexes(count);
  try {
    bits.set(entropy);
    bits[entropy.length] = checksumByte(entropy);
    for (let at = 0; at < count; at++) indexes[at] = readIndex(bits, at);
    return joinWords(list, indexes);
  } finally {
    bits.fill(0);
    indexes.fill(0);
  }
}

/**
 * Reads a phrase in any of the languages. White space around and between words may be of any length, also the ideographic space
 * of Japanese. Words may be in any normalisation form, but only in lower case.
 */
export async function readPhrase(bytes: Uint8Array): Promise<PhraseReading> {
  if (!isUtf8(bytes)) return { valid: false, fault: 'ENCODING' };
  const reading = await readWords(bytes);
  if (reading.valid || isAscii(bytes) || !['WORD_COUNT', 'UNKNOWN_WORD'].includes(reading.fault)) return reading;
  // The composed and the decomposed spelling of each word is known. Only a phrase with any other has to become a string.
  const normalized = normalizeNfkd(bytes) ?? createSecretBuffer(0);
  try {
    return await readWords(normalized);
  } finally {
    normalized.fill(0);
  }
}

async function readWords(bytes: Uint8Array): Promise<PhraseReading> {
  const words = splitWords(bytes);
  if (!wordCounts.includes(words.length)) return { valid: false, fault: 'WORD_COUNT' };
  const known = words.map(() => false);
  const indexes = createIndexes(words.length);
  let fault: PhraseFault = 'MIXED_LANGUAGES';
  try {
    for (const language of mnemonicLanguages) {
      const list = await loadWordList(language);
      if (!findWords(list, words, { indexes, known })) continue;
      if (hasChecksum(indexes)) return { valid: true, language, phrase: joinWords(list, indexes) };
      // Some words are in several lists, so a phrase can still be valid in another.
      fault = 'CHECKSUM';
    }
    return { valid: false, fault: known.every(Boolean) ? fault : 'UNKNOWN_WORD' };
  } finally {
    indexes.fill(0);
  }
}

/** The places of words in a list are as secret as the words. */
const createIndexes = (count: number) => new Uint16Array(createSecretBuffer(2 * count).buffer);

/** Looks every word up in a list, and marks those that it has. Whether it has them all. */
function findWords(
  list: WordList,
  words: readonly Uint8Array[],
  found: { indexes: Uint16Array; known: boolean[] },
): boolean {
  let all = true;
  for (const [at, word] of words.entries()) {
    const index = list.indexOf(word);
    if (index === undefined) all = false;
    else {
      found.indexes[at] = index;
      found.known[at] = true;
    }
  }
  return all;
}

/** The words as parts of the same memory. */
function splitWords(bytes: Uint8Array): Uint8Array[] {
  const words: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at <= bytes.length; ) {
    const width = at === bytes.length ? 1 : spaceWidth(bytes, at);
    if (width > 0 && at > start) words.push(bytes.subarray(start, at));
    at += width || 1;
    if (width > 0) start = at;
  }
  return words;
}

/** How many bytes of white space begin here: ASCII white space, or the ideographic space U+3000. */
function spaceWidth(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte === space || (byte >= 0x09 && byte <= 0x0d)) return 1;
  return byte === 0xe3 && bytes[at + 1] === 0x80 && bytes[at + 2] === 0x80 ? 3 : 0;
}

function joinWords(list: WordList, indexes: Uint16Array): Buffer {
  let length = indexes.length - 1;
  for (const index of indexes) length += list.wordAt(index).length;
  const phrase = createSecretBuffer(length).fill(space);
  let at = 0;
  for (const index of indexes) {
    const word = list.wordAt(index);
    phrase.set(word, at);
    at += word.length + 1;
  }
  return phrase;
}

/** A phrase is a row of 11 bits for each word: the entropy, and then one bit of its hash for each 32 bits. */
function hasChecksum(indexes: Uint16Array): boolean {
  const entropyLength = (indexes.length * 4) / 3;
  const checksumBits = indexes.length / 3;
  const bits = createSecretBuffer(entropyLength + 1);
  try {
    for (const [at, index] of indexes.entries()) writeIndex(bits, at, index);
    const expected = checksumByte(bits.subarray(0, -1)) >> (8 - checksumBits);
    return (bits[entropyLength] ?? 0) >> (8 - checksumBits) === expected;
  } finally {
    bits.fill(0);
  }
}

function checksumByte(entropy: Uint8Array): number {
  const digest = hash('sha256', entropy, 'buffer');
  const [first = 0] = digest;
  digest.fill(0);
  return first;
}

function readIndex(bits: Uint8Array, at: number): number {
  let index = 0;
  for (let bit = at * 11; bit < at * 11 + 11; bit++)
    index = (index << 1) | (((bits[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  return index;
}

function writeIndex(bits: Uint8Array, at: number, index: number): void {
  for (let bit = at * 11, from = 10; from >= 0; bit++, from--) {
    bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (((index >> from) & 1) << (7 - (bit & 7)));
  }
}
