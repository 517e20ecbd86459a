import { StamperError } from '../stamper-error.ts';

/** Asks a wallet to sign. A refusal becomes a StamperError with the wallet's error as its cause. */
export async function askWallet<Answer>(sign: () => Promise<Answer>): Promise<Answer> {
  try {
    return await sign();
  } catch (cause) {
    throw new StamperError('CANCELLED', 'signMessage', 'was refused by the wallet', { cause });
  }
}
