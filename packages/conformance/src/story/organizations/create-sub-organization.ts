import { account } from '../accounts.ts';
import { signLogin } from '../passcodes.ts';
import { saying, unproved, userRefusals } from '../refusals.ts';
import type { Call, Story } from '../story.ts';
import { withoutCurve } from '../without-curve.ts';

const wallet = (change: object) => ({ wallet: { walletName: 'Treasury', accounts: [{ ...account, ...change }] } });

/** The root users of version 5, whose API keys have no curve. */
const rootUsersV5 = ({ rootUsers }: Call['input']) =>
  rootUsers.map(({ apiKeys, ...user }: Call['input']) => ({ ...user, apiKeys: apiKeys.map(withoutCurve) }));

export default {
  by: ({ parent }) => parent,
  input: (stage) => ({
    subOrganizationName: stage.name,
    rootUsers: [stage.newUser()],
    rootQuorumThreshold: 1,
    ...wallet({}),
  }),
  fails: 'INVALID_ACTIVITY_CALLER',
  refusals: {
    ...userRefusals('rootUsers'),
    ...unproved,
    INVALID_CLIENT_SIGNATURE: async (stage, call) => ({
      ...call,
      input: { ...call.input, clientSignature: await signLogin(stage.newKey(), 'no token', call.by.publicKey) },
    }),
    INVALID_PATH: saying(() => wallet({ path: 'm/2147483648' })),
    INVALID_ADDRESS_FORMAT: saying(() => wallet({ addressFormat: 'ADDRESS_FORMAT_SOLANA' })),
    QUORUM_UNREACHABLE: saying(() => ({ rootQuorumThreshold: 2 })),
    INVALID_ACTIVITY_CALLER: ({ root }, call) => ({ ...call, by: root }),
  },
  older: {
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: (input) => input,
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V6: (input) => input,
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V5: (input) => ({ ...input, rootUsers: rootUsersV5(input) }),
    ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4: (input) => ({
      ...input,
      rootUsers: rootUsersV5(input).map(({ oauthProviders: _, ...user }: Call['input']) => user),
    }),
  },
} satisfies Story;
