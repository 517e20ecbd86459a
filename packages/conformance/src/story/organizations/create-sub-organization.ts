import { claims, saying, userRefusals } from '../refusals.ts';
import type { Story } from '../story.ts';

const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};
const wallet = (change: object) => ({ wallet: { walletName: 'Treasury', accounts: [{ ...account, ...change }] } });

export default {
  by: ({ parent }) => parent,
  input: (stage) => ({ subOrganizationName: stage.name, rootUsers: [stage.newUser()], rootQuorumThreshold: 1 }),
  fails: 'INVALID_ACTIVITY_CALLER',
  refusals: {
    ...userRefusals('rootUsers'),
    UNPROVED_OIDC_CLAIMS: saying((_, stage) => ({
      rootUsers: [stage.newUser({ oauthProviders: [{ providerName: 'ID', oidcClaims: claims }] })],
    })),
    INVALID_PATH: saying(() => wallet({ path: 'm/2147483648' })),
    INVALID_ADDRESS_FORMAT: saying(() => wallet({ addressFormat: 'ADDRESS_FORMAT_SOLANA' })),
    QUORUM_UNREACHABLE: saying(() => ({ rootQuorumThreshold: 2 })),
    INVALID_ACTIVITY_CALLER: ({ root }, call) => ({ ...call, by: root }),
    UNIMPLEMENTED: saying(() => wallet({})),
  },
  older: { ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7: (input) => input },
} satisfies Story;
