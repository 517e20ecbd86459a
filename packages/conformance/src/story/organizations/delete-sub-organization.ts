import type { Story } from '../story.ts';

export default {
  after: ['createSubOrganization'],
  by: (stage, made) =>
    stage.newActor(
      made?.output.subOrganizationId,
      made?.output.rootUserIds[0],
      made?.input.rootUsers[0].apiKeys[0].publicKey,
    ),
  input: () => ({}),
  shows: (_, __, made) => ({ subOrganizationUuid: made?.output.subOrganizationId }),
  refusals: {
    INVALID_ACTIVITY_CALLER: ({ parent }, call) => ({ ...call, by: parent }),
    WALLET_ACCOUNT_NOT_EXPORTED: async (_, call) => {
      await call.by.call('createWalletOrThrow', { walletName: 'Kept', accounts: [] });
      return call;
    },
  },
} satisfies Story;
