import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createSubOrganization'],
  by: (stage, made) =>
    stage.newActor(
      made?.output.subOrganizationId,
      made?.output.rootUserIds[0],
      made?.input.rootUsers[0].apiKeys[0].publicKey,
    ),
  input: () => ({ deleteWithoutExport: true }),
  shows: (_, __, made) => ({ subOrganizationUuid: made?.output.subOrganizationId }),
  refusals: {
    INVALID_ACTIVITY_CALLER: ({ parent }, call) => ({ ...call, by: parent }),
    WALLET_ACCOUNT_NOT_EXPORTED: saying(() => ({ deleteWithoutExport: false })),
  },
} satisfies Story;
