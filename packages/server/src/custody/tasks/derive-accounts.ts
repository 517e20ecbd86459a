import { type Bytes, defineTask } from '../../core/ports/define-task.ts';
import { type AccountPath, deriveAccountsFrom } from './derive-wallet.ts';

type Input = {
  readonly seed: Bytes;
  readonly accounts: readonly AccountPath[];
};

/** Derives accounts of a wallet. */
export const deriveAccounts = defineTask('derive-accounts', async ({ seed, accounts }: Input) =>
  deriveAccountsFrom(seed, accounts),
);
