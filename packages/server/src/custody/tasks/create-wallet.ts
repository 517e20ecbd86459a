import { type Bytes, defineTask } from '../../core/ports/define-task.ts';
import { deriveSeed } from '../derivation/derive-seed.ts';
import { writePhrase } from '../derivation/mnemonic.ts';
import { bytesOf } from './bytes-of.ts';
import { type AccountPath, deriveWallet } from './derive-wallet.ts';

type Input = {
  readonly entropy: Bytes;
  readonly accounts: readonly AccountPath[];
};

/** Makes the English mnemonic of entropy, its seed, and accounts. */
export const createWallet = defineTask('create-wallet', async ({ entropy, accounts }: Input) => {
  const mnemonic = await writePhrase(entropy);
  try {
    const { seed, accounts: derived } = deriveWallet(deriveSeed(mnemonic) as Buffer, accounts);
    return { mnemonic: bytesOf(mnemonic), seed, accounts: derived };
  } catch (error) {
    mnemonic.fill(0);
    throw error;
  }
});
