import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startService } from '../../../test/service.ts';
import { createTestServices } from '../../../test/test-services.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { PlainData, RunsTasks } from '../../core/ports/define-task.ts';
import { createWallet } from '../tasks/create-wallet.ts';
import { deriveAccounts } from '../tasks/derive-accounts.ts';

const { threads: real } = createTestServices();
const secrets: Uint8Array[] = [];
const pieces: number[] = [];
let isFull = false;
const threads: RunsTasks = {
  async run(task, input, options) {
    if (isFull && task.name === deriveAccounts.name) throw new ApiError('UNAVAILABLE');
    const output = await real.run(task, input, options);
    const { accounts, seed, mnemonic } = output as PlainData as Partial<Record<string, never[] & Uint8Array>>;
    if (task.name === createWallet.name && seed && mnemonic) secrets.push(seed, mnemonic);
    pieces.push((accounts ?? (output as PlainData as never[])).length);
    return output;
  },
};
const service = await startService({ threads });
afterAll(() => service[Symbol.asyncDispose]());
const [ada] = await addOrganization(service);

const accounts = Array.from({ length: 50 }, (_, index) => ethereumAccount(index));
const addressesOf = (accounts: readonly object[], walletId: string) =>
  service.submit(ada, 'create_wallet_accounts', { walletId, accounts }).then((reply) => resultOf(reply).addresses);

test('default: the accounts of a wallet are derived a piece at a time, in their order', async () => {
  pieces.length = 0;
  const made = resultOf(await service.submit(ada, 'create_wallet', { walletName: 'Wallet', accounts }));
  expect(pieces).toEqual([20, 20, 10]);
  expect(new Set(made.addresses).size).toBe(50);
  const bare = resultOf(await service.submit(ada, 'create_wallet', { walletName: 'Bare', accounts: [] }));
  pieces.length = 0;
  const together = await addressesOf(accounts, bare.walletId);
  expect(pieces).toEqual([20, 20, 10]);
  expect(new Set(together).size).toBe(50);
});

test('error: a later piece gets no thread: nothing is stored, and the seed and the mnemonic are wiped', async () => {
  secrets.length = 0;
  isFull = true;
  const reply = await service.submit(ada, 'create_wallet', { walletName: 'Refused', accounts });
  isFull = false;
  expect(refusalOf(reply)).toEqual([503, 'UNAVAILABLE']);
  expect(secrets.length).toBeGreaterThanOrEqual(2);
  for (const secret of secrets) expect(secret.every((byte) => byte === 0)).toBe(true);
  const { wallets } = (await service.ask(ada, 'list_wallets')).json;
  expect(wallets.map(({ walletName }: { readonly walletName: string }) => walletName)).not.toContain('Refused');
});
