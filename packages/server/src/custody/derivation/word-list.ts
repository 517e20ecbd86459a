/** Sequence of the lists in which a phrase is looked up: the likely ones first. */
const modules = {
  MNEMONIC_LANGUAGE_ENGLISH: () => import('@scure/bip39/wordlists/english.js'),
  MNEMONIC_LANGUAGE_SPANISH: () => import('@scure/bip39/wordlists/spanish.js'),
  MNEMONIC_LANGUAGE_FRENCH: () => import('@scure/bip39/wordlists/french.js'),
  MNEMONIC_LANGUAGE_ITALIAN: () => import('@scure/bip39/wordlists/italian.js'),
  MNEMONIC_LANGUAGE_CZECH: () => import('@scure/bip39/wordlists/czech.js'),
  MNEMONIC_LANGUAGE_JAPANESE: () => import('@scure/bip39/wordlists/japanese.js'),
  MNEMONIC_LANGUAGE_KOREAN: () => import('@scure/bip39/wordlists/korean.js'),
  MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: () => import('@scure/bip39/wordlists/simplified-chinese.js'),
  MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: () => import('@scure/bip39/wordlists/traditional-chinese.js'),
};

/** A language that BIP-39 has a word list for, as the contract names it. */
export type MnemonicLanguage = keyof typeof modules;

export const mnemonicLanguages = Object.keys(modules) as readonly MnemonicLanguage[];

/** The 2,048 words of a language as UTF-8. Words are found by their bytes, so that no word of a phrase becomes a string. */
export class WordList {
  /** In the order of the list, normalised as the seed is derived from them (NFKD). */
  readonly #words: readonly Buffer[];
  /** Both usual spellings of each word, sorted by bytes. */
  readonly #spellings: readonly Spelling[];

  constructor(words: readonly string[]) {
    this.#words = words.map((word) => Buffer.from(word.normalize('NFKD')));
    this.#spellings = words
      .flatMap((word, index) =>
        [...new Set([word.normalize('NFKD'), word.normalize('NFC')])].map((text) => ({
          bytes: Buffer.from(text),
          index,
        })),
      )
      .sort((a, b) => a.bytes.compare(b.bytes));
  }

  wordAt(index: number): Uint8Array {
    const word = this.#words[index];
    if (!word) throw new RangeError('a word list has 2,048 words');
    return word;
  }

  /** The place of a word in the list. It may be composed (NFC) or decomposed (NFKD). */
  indexOf(word: Uint8Array): number | undefined {
    let [from, to] = [0, this.#spellings.length - 1];
    while (from <= to) {
      const middle = (from + to) >> 1;
      const spelling = this.#spellings[middle];
      const order = spelling ? spelling.bytes.compare(word) : 0;
      if (order === 0) return spelling?.index;
      if (order < 0) from = middle + 1;
      else to = middle - 1;
    }
    return undefined;
  }
}

interface Spelling {
  readonly bytes: Buffer;
  readonly index: number;
}

const loaded = new Map<MnemonicLanguage, WordList>();

/** Loads the words of a language when they are first needed: all nine together take megabytes in each thread. */
export async function loadWordList(language: MnemonicLanguage): Promise<WordList> {
  const list = loaded.get(language) ?? new WordList((await modules[language]()).wordlist);
  loaded.set(language, list);
  return list;
}
