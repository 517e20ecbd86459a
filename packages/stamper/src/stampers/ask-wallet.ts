import { StamperError } from '../stamper-error.ts';

/** Asks a wallet to sign. Its refusal becomes the typed error, with the wallet's own as the cause. */
export async function askWallet<Answer>(sign: () => Promise<Answer>): Promise<Answer> {
  try {
    return await sign();
  } catch (cause) {
    throw new StamperError('CANCELLED', 'signMessage', 'was refused by the wallet', { cause });
  }
}
