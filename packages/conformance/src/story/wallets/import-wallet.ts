import { account, accountRefusals } from '../accounts.ts';
import { importRefusals, sealMnemonic } from '../imports.ts';
import { ownerOfAllWallets } from '../limits.ts';
import type { Story } from '../story.ts';

export default {
  after: ['initImportWallet'],
  input: async (stage, prepared) => ({
    userId: stage.root.userId,
    walletName: stage.newName('Imported'),
    encryptedBundle: await sealMnemonic(stage.root, prepared?.output.importBundle),
    accounts: [account],
  }),
  // The address that others derive from these words.
  shows: () => ({ addresses: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] }),
  fails: 'ALREADY_EXISTS',
  refusals: {
    ...accountRefusals,
    ...importRefusals,
    INVALID_MNEMONIC: async ({ root }, call) => {
      const { importBundle } = await root.call('initImportWalletOrThrow', { userId: root.userId });
      const encryptedBundle = await sealMnemonic(root, importBundle, 'test test test');
      return { ...call, input: { ...call.input, encryptedBundle } };
    },
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => {
      const by = await ownerOfAllWallets(stage);
      const { userId } = by;
      const { importBundle } = await by.call('initImportWalletOrThrow', { userId });
      const encryptedBundle = await sealMnemonic(by, importBundle);
      return { ...call, by, input: { ...call.input, userId, encryptedBundle } };
    },
  },
} satisfies Story;
