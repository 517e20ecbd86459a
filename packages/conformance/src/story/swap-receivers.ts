import { account } from './accounts.ts';
import type { Stage } from './stage.ts';
import type { Call, Refusal } from './story.ts';

/** An address like this, of a new wallet of the target. */
export async function newReceiver({ parent, name, newName }: Stage, kind: RegExp): Promise<string> {
  const accounts = Array.from({ length: 16 }, (_, index) => ({ ...account, path: `m/44'/60'/0'/0/${index}` }));
  for (;;) {
    const walletName = `${newName('Swap fees')} of ${name}`;
    const { addresses } = await parent.call('createWalletOrThrow', { walletName, accounts });
    const found = addresses.find((address: string) => kind.test(address));
    if (found) return found;
  }
}

/** A claim for another receiver, once the provider has accepted the claims before it. */
export const claimFor =
  (kind: RegExp): Refusal =>
  async (stage: Stage, call: Call) => {
    const config = { feeReceiverWalletAddress: await newReceiver(stage, kind), feeBps: '30' };
    await stage.parent.call('upsertSwapConfigOrThrow', config);
    const isInProgress = () =>
      stage.parent.call('claimSwapFees', {}).then(
        () => false,
        ({ code }) => code === 'SWAP_CLAIM_IN_PROGRESS',
      );
    while (await isInProgress()) await new Promise((resolve) => setTimeout(resolve, 50));
    return call;
  };
