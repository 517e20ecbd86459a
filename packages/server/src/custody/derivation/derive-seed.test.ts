import { mnemonicToSeedSync } from '@scure/bip39';
import { mnemonicToSeedSync as peerSeed } from 'bip39';
import { expect, test } from 'vitest';
import vectors from '../../../test/vectors/mnemonics.json' with { type: 'json' };
import { deriveSeed } from './derive-seed.ts';

const about = `${'abandon '.repeat(11)}about`;
const derive = (phrase: string, passphrase?: string) =>
  deriveSeed(Buffer.from(phrase), passphrase === undefined ? undefined : Buffer.from(passphrase))?.toString('hex');

test.each(vectors)('behavior: vector $language $entropy, $passphrase', ({ phrase, passphrase, seed }) => {
  expect(derive(phrase.normalize('NFKD'), passphrase)).toBe(seed);
});

test('default', () => {
  const seed = derive(about);
  expect(seed).toBe(derive(about, ''));
  expect(seed).toBe(Buffer.from(mnemonicToSeedSync(about)).toString('hex'));
  expect(seed).toBe(peerSeed(about).toString('hex'));
});

test('behavior: a passphrase is the same in each normalisation form, and nothing of it is cut off', () => {
  const passphrase = '\ufeff Grüße é ㍍ 한글 が \0 \u200b ';
  const seed = derive(about, passphrase);
  expect(seed).toBe(Buffer.from(mnemonicToSeedSync(about, passphrase)).toString('hex'));
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(derive(about, passphrase.normalize(form))).toBe(seed);
  for (const other of [passphrase.trim(), passphrase.slice(1), passphrase.replace('\0', '')])
    expect(derive(about, other)).not.toBe(seed);
});

test('error: a passphrase that is not UTF-8', () => {
  expect(deriveSeed(Buffer.from(about), Buffer.of(0x61, 0xff))).toBeUndefined();
});
