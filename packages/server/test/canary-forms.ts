import type { Canary } from '@mintmark/testing/needles';
import { base58 } from '@scure/base';

/** Between the words of a phrase: as people write them, and as JSON and lists do. */
const separators = [' ', ',', '","', '\n'];

/** The forms in which a program could leave secret bytes behind. */
export function byteForms(name: string, secret: Uint8Array): Canary[] {
  const bytes = Buffer.from(secret);
  return [
    { name: `${name}, raw`, bytes },
    ...textForms(`${name}, hex`, [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]),
    ...textForms(`${name}, base64`, [...base64Forms(bytes), ...base64Forms(bytes).map(toBase64Url)]),
    ...textForms(`${name}, base58`, [base58.encode(bytes)]),
  ];
}

/** The same of a phrase, and any three of its words that follow each other. */
export function phraseForms(name: string, phrase: string): Canary[] {
  const words = phrase.split(' ');
  const runs = words.slice(2).map((_, at) => words.slice(at, at + 3));
  return [
    ...byteForms(name, Buffer.from(phrase)),
    ...runs.flatMap((run) =>
      textForms(
        `${name}, words`,
        separators.map((separator) => run.join(separator)),
        Number.POSITIVE_INFINITY,
      ),
    ),
  ];
}

const textForms = (name: string, texts: readonly string[], piece = 16): Canary[] =>
  texts.flatMap((text) => [
    { name, bytes: Buffer.from(text), piece },
    { name: `${name} in UTF-16`, bytes: Buffer.from(text, 'utf16le'), piece: 2 * piece },
  ]);

/** Base64 depends on where in a group of three bytes the secret begins. Only digits that hold nothing else are taken. */
const base64Forms = (bytes: Buffer): string[] =>
  [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });

const toBase64Url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');
