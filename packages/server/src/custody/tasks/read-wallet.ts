import { type Bytes, defineTask } from '../../core/ports/define-task.ts';
import { deriveSeed } from '../derivation/derive-seed.ts';
import { type PhraseFault, readPhrase } from '../derivation/mnemonic.ts';
import type { MnemonicLanguage } from '../derivation/word-list.ts';
import { bytesOf } from './bytes-of.ts';
import { type AccountPath, type DerivedWallet, deriveWallet } from './derive-wallet.ts';

type Input = {
  /** A mnemonic in UTF-8; a line break and a passphrase may follow. */
  readonly plaintext: Bytes;
  readonly accounts: readonly AccountPath[];
};

type Output =
  | { readonly fault: PhraseFault | 'LENGTH' }
  | (DerivedWallet & { readonly fault?: never; readonly language: MnemonicLanguage; readonly mnemonic: Uint8Array });

const lineBreak = 0x0a;
/** Far more than any mnemonic with its passphrase, and less than an export can hold. */
const longest = 4_096;

/** Reads a mnemonic from outside, and derives its seed and accounts. */
export const readWallet = defineTask('read-wallet', async ({ plaintext, accounts }: Input): Promise<Output> => {
  if (plaintext.length > longest) return { fault: 'LENGTH' };
  const end = plaintext.indexOf(lineBreak);
  const words = end < 0 ? plaintext : plaintext.subarray(0, end);
  const passphrase = end < 0 ? new Uint8Array() : plaintext.subarray(end + 1);
  const reading = await readPhrase(words);
  if (!reading.valid) return { fault: reading.fault };
  const { language, phrase } = reading;
  try {
    const seed = deriveSeed(phrase, passphrase);
    if (!seed) return { fault: 'ENCODING' };
    const derived = deriveWallet(seed, accounts);
    const rest = passphrase.length === 0 ? [] : [Buffer.of(lineBreak), passphrase];
    return { language, mnemonic: bytesOf(Buffer.concat([phrase, ...rest])), ...derived };
  } finally {
    phrase.fill(0);
  }
});
