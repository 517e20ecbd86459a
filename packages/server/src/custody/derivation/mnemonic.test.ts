import { createHash } from 'node:crypto';
import { repetitions } from '@mintmark/testing/effort';
import { entropyToMnemonic } from '@scure/bip39';
import { validateMnemonic, wordlists } from 'bip39';
import { expect, test, vi } from 'vitest';
import vectors from '../../../test/vectors/mnemonics.json' with { type: 'json' };
import { readPhrase, writePhrase } from './mnemonic.ts';
import { type MnemonicLanguage, mnemonicLanguages } from './word-list.ts';

const english = 'MNEMONIC_LANGUAGE_ENGLISH';
const about = `${'abandon '.repeat(11)}about`;
const art = `${'abandon '.repeat(23)}art`;

/** The names of the lists in the peer library. */
const names: Readonly<Record<MnemonicLanguage, string>> = {
  MNEMONIC_LANGUAGE_ENGLISH: 'english',
  MNEMONIC_LANGUAGE_SPANISH: 'spanish',
  MNEMONIC_LANGUAGE_FRENCH: 'french',
  MNEMONIC_LANGUAGE_ITALIAN: 'italian',
  MNEMONIC_LANGUAGE_CZECH: 'czech',
  MNEMONIC_LANGUAGE_JAPANESE: 'japanese',
  MNEMONIC_LANGUAGE_KOREAN: 'korean',
  MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE: 'chinese_simplified',
  MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE: 'chinese_traditional',
};
const wordsOf = (language: MnemonicLanguage) => wordlists[names[language]] ?? [];

/** Bytes that look random, the same in each run. */
const count = repetitions({ usual: 200, full: 1000 });
const sampleBytes = (number: number, length: number) =>
  createHash('sha256').update(String(number)).digest().subarray(0, length);
const sampleEntropy = (number: number) => sampleBytes(number, 16 + 4 * (number % 5));

async function read(text: string | Uint8Array) {
  const reading = await readPhrase(typeof text === 'string' ? Buffer.from(text) : text);
  return reading.valid ? { language: reading.language, phrase: reading.phrase.toString() } : reading.fault;
}

test.each(vectors)('behavior: vector $language $entropy, $passphrase', async ({ language, entropy, phrase }) => {
  const expected = phrase.normalize('NFKD');
  const written = await writePhrase(Buffer.from(entropy, 'hex'), language as MnemonicLanguage);
  expect(written.toString()).toBe(expected);
  expect(await read(phrase)).toMatchObject({ phrase: expected });
});

test.each(mnemonicLanguages)('behavior: phrases as two peer libraries write and read them: %s', async (language) => {
  const words = wordsOf(language);
  for (let number = 0; number < count; number++) {
    const entropy = sampleEntropy(number);
    const phrase = (await writePhrase(entropy, language)).toString();
    // The peer joins the words of Japanese with the ideographic space.
    expect(phrase).toBe(entropyToMnemonic(entropy, words).normalize('NFKD'));
    expect(validateMnemonic(phrase, words)).toBe(true);
    expect(await read(phrase.normalize('NFC'))).toMatchObject({ phrase });
  }
});

test.each(mnemonicLanguages)(
  'behavior: rows of random words are judged as a peer judges them: %s',
  async (language) => {
    const words = wordsOf(language);
    let valid = 0;
    for (let number = 0; number < count; number++) {
      const picks = sampleBytes(number, 24);
      const phrase = Array.from({ length: 12 }, (_, at) => words[picks.readUInt16BE(2 * at) % 2048]).join(' ');
      const isValid = validateMnemonic(phrase, words);
      if (isValid) valid++;
      expect(await read(phrase)).toEqual(isValid ? { language, phrase: phrase.normalize('NFKD') } : 'CHECKSUM');
    }
    // One in 16 has the right checksum.
    expect(valid).toBeGreaterThan(count / 50);
  },
);

test('behavior: the caller gets a buffer of its own, and the input is unchanged', async () => {
  const [entropy, input] = [Buffer.alloc(16), Buffer.from(about)];
  const written = await writePhrase(entropy);
  const reading = await readPhrase(input);
  if (!reading.valid) throw new Error(reading.fault);
  for (const phrase of [written, reading.phrase]) expect(phrase.buffer.byteLength).toBe(phrase.length);
  written.fill(0);
  reading.phrase.fill(0);
  expect(entropy).toEqual(Buffer.alloc(16));
  expect(input.toString()).toBe(about);
  expect((await writePhrase(entropy)).toString()).toBe(about);
});

test.each([
  ['around', ` \t${about}\r\n`],
  ['repeated', about.replaceAll(' ', '  \n ')],
  ['ideographic', `　${about.replaceAll(' ', '　')}　`],
  ['without a break', about.replaceAll(' ', '\u00a0')],
  ['em', about.replaceAll(' ', '\u2003')],
])('behavior: white space is normalised: %s', async (_, phrase) => {
  expect(await read(phrase)).toEqual({ language: english, phrase: about });
});

const composed = {
  MNEMONIC_LANGUAGE_SPANISH: `${'ábaco '.repeat(11)}abierto`,
  MNEMONIC_LANGUAGE_FRENCH: entropyToMnemonic(sampleBytes(1, 32), wordlists['french'] ?? []),
  MNEMONIC_LANGUAGE_KOREAN: `${'가격 '.repeat(11)}가능`,
  MNEMONIC_LANGUAGE_JAPANESE: `${'あいこくしん　'.repeat(11)}あおぞら`,
};

test.each(Object.entries(composed))(
  'behavior: words may be composed, decomposed or a mixture: %s',
  async (language, text) => {
    const expected = { language, phrase: text.normalize('NFKD') };
    expect(text.normalize('NFC')).not.toBe(text.normalize('NFD'));
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(await read(text.normalize(form))).toEqual(expected);
    const half = Math.floor(text.length / 2);
    const mixture = text.slice(0, half).normalize('NFC') + text.slice(half).normalize('NFD');
    expect(await read(mixture)).toEqual(expected);
  },
);

test('behavior: a word that is composed in part is read', async () => {
  const words = wordsOf('MNEMONIC_LANGUAGE_JAPANESE').map((word) => word.normalize('NFC'));
  const index = words.findIndex((word) => word.normalize('NFKD').length - word.length === 2);
  const [word = ''] = words.slice(index);
  const partly = [...word.normalize('NFKD')].join('').replace(/.[\u3099\u309a]/u, (letter) => letter.normalize('NFC'));
  expect([word, word.normalize('NFKD')]).not.toContain(partly);
  const phrase = Array.from({ length: 2048 }, (_, last) => [...Array(11).fill(word), words[last]].join(' ')).find(
    (text) => validateMnemonic(text, wordsOf('MNEMONIC_LANGUAGE_JAPANESE')),
  );
  expect(await read((phrase ?? '').replace(word, partly))).toEqual({
    language: 'MNEMONIC_LANGUAGE_JAPANESE',
    phrase: phrase?.normalize('NFKD'),
  });
});

test('behavior: a phrase becomes a string only if it has a word in neither usual form', async () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  try {
    await read(about);
    await read('abandon '.repeat(13));
    for (const text of Object.values(composed)) for (const form of ['NFC', 'NFKD']) await read(text.normalize(form));
    expect(decode).not.toHaveBeenCalled();
    await read(about.replaceAll(' ', '\u00a0'));
    expect(decode).toHaveBeenCalledOnce();
  } finally {
    decode.mockRestore();
  }
});

test('behavior: full-width letters are the letters that they normalise to', async () => {
  const wide = [...about].map((letter) =>
    letter === ' ' ? letter : String.fromCodePoint(letter.charCodeAt(0) + 0xfee0),
  );
  expect(await read(wide.join(''))).toEqual({ language: english, phrase: about });
});

test.each([
  [english, 'MNEMONIC_LANGUAGE_FRENCH', ['first', 'second', 'neither']],
  // These two have each word that they share at the same place, so the checksum holds in both or in neither.
  ['MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE', 'MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE', ['first', 'neither']],
] as const)(
  'behavior: words of both %s and %s are valid if the checksum holds in either',
  async (first, second, kinds) => {
    const words = wordsOf(first).filter((word) => wordsOf(second).includes(word));
    const met = new Set<string>();
    for (let number = 0; number < 300; number++) {
      const phrase = [...sampleBytes(number, 12)].map((pick) => words[pick % words.length]).join(' ');
      const inFirst = validateMnemonic(phrase, wordsOf(first));
      const inSecond = validateMnemonic(phrase, wordsOf(second));
      met.add(inFirst ? 'first' : inSecond ? 'second' : 'neither');
      const language = inFirst ? first : second;
      expect(await read(phrase)).toEqual(
        inFirst || inSecond ? { language, phrase: phrase.normalize('NFKD') } : 'CHECKSUM',
      );
    }
    expect([...met].sort()).toEqual([...kinds].sort());
  },
);

const bytesOf = (phrase: string, ...extra: number[]) => Buffer.concat([Buffer.from(phrase), Buffer.from(extra)]);

test.each([
  ['nothing', '', 'WORD_COUNT'],
  ['only white space', ' \n　', 'WORD_COUNT'],
  ['1 word', 'abandon', 'WORD_COUNT'],
  ['11 words', 'abandon '.repeat(11), 'WORD_COUNT'],
  ['13 words', `abandon ${about}`, 'WORD_COUNT'],
  ['14 words', `abandon abandon ${about}`, 'WORD_COUNT'],
  ['23 words', 'abandon '.repeat(23), 'WORD_COUNT'],
  ['25 words', `abandon ${art}`, 'WORD_COUNT'],
  ['27 words', `abandon abandon abandon ${art}`, 'WORD_COUNT'],
  ['100,000 words', 'abandon '.repeat(100_000), 'WORD_COUNT'],
  ['commas', about.replaceAll(' ', ','), 'WORD_COUNT'],
  ['commas and spaces', about.replaceAll(' ', ', '), 'UNKNOWN_WORD'],
  ['an upper-case word', about.replace('about', 'About'), 'UNKNOWN_WORD'],
  ['upper case', about.toUpperCase(), 'UNKNOWN_WORD'],
  ['a word that is cut short', about.replace('about', 'abou'), 'UNKNOWN_WORD'],
  ['a word that is too long', about.replace('about', 'abouts'), 'UNKNOWN_WORD'],
  ['a missing accent', composed.MNEMONIC_LANGUAGE_SPANISH.replace('ábaco', 'aguila'), 'UNKNOWN_WORD'],
  ['a missing accent that makes it Italian', composed.MNEMONIC_LANGUAGE_SPANISH.replace('á', 'a'), 'MIXED_LANGUAGES'],
  ['another accent', composed.MNEMONIC_LANGUAGE_SPANISH.replace('á', 'à'), 'UNKNOWN_WORD'],
  ['a letter of another alphabet', about.replace('about', 'аbout'), 'UNKNOWN_WORD'],
  ['a byte order mark', `\ufeff${about}`, 'UNKNOWN_WORD'],
  ['a NUL at the end', `${about}\0`, 'UNKNOWN_WORD'],
  ['a NUL between words', about.replace(' ', '\0'), 'WORD_COUNT'],
  ['a zero-width space', about.replace(' about', ' \u200babout'), 'UNKNOWN_WORD'],
  ['a soft hyphen', about.replace('about', 'ab\u00adout'), 'UNKNOWN_WORD'],
  ['a language that has no list here', `${'abacate '.repeat(11)}abater`, 'UNKNOWN_WORD'],
  ['a wrong checksum', 'abandon '.repeat(12), 'CHECKSUM'],
  ['24 words with one wrong', art.replace('abandon', 'ability'), 'CHECKSUM'],
  ['words in another order', `about ${'abandon '.repeat(11)}`, 'CHECKSUM'],
  ['two languages', about.replace('abandon', 'abdomen'), 'MIXED_LANGUAGES'],
  ['two alphabets', about.replace('abandon', 'あいこくしん'), 'MIXED_LANGUAGES'],
  ['both kinds of Chinese', `${'的 '.repeat(10)}这 這`, 'MIXED_LANGUAGES'],
  ['a byte that is not UTF-8', bytesOf(about, 0xff), 'ENCODING'],
  ['a character that is cut off', bytesOf(about, 0xe3, 0x80), 'ENCODING'],
  ['an overlong space', bytesOf(about, 0xc0, 0xa0), 'ENCODING'],
  ['a surrogate', bytesOf(about, 0xed, 0xa0, 0x80), 'ENCODING'],
  ['UTF-16', Buffer.from(about, 'utf16le'), 'UNKNOWN_WORD'],
])('error: %s', async (_, text, fault) => {
  expect(await read(text)).toBe(fault);
});

test.each([0, 8, 15, 17, 22, 33, 36, 64])('error: no phrase has %i bytes of entropy', async (length) => {
  await expect(writePhrase(new Uint8Array(length))).rejects.toThrow('the entropy must have 16, 20, 24, 28 or 32 bytes');
});
