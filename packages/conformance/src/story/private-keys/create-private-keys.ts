import { ownerOfAllPrivateKeys } from '../limits.ts';
import { saying, unknownId } from '../refusals.ts';
import type { Call, Story } from '../story.ts';

/** The same keys with other members. */
const changed = (change: object) =>
  saying(({ privateKeys }: Call['input']) => ({
    privateKeys: privateKeys.map((key: object) => ({ ...key, ...change })),
  }));

export default {
  input: (stage) => ({
    privateKeys: [1, 2].map(() => ({
      privateKeyName: stage.newName('Key'),
      curve: 'CURVE_SECP256K1',
      privateKeyTags: [],
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    })),
  }),
  shows: () => ({ privateKeys: [{ addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM' }] }] }),
  fails: 'ALREADY_EXISTS',
  refusals: {
    INVALID_ADDRESS_FORMAT: changed({ addressFormats: ['ADDRESS_FORMAT_SOLANA'] }),
    RESOURCE_NOT_FOUND: changed({ privateKeyTags: [unknownId] }),
    ALREADY_EXISTS: changed({ privateKeyName: 'Twin' }),
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => ({ ...call, by: await ownerOfAllPrivateKeys(stage) }),
  },
  older: { ACTIVITY_TYPE_CREATE_PRIVATE_KEYS: (input) => input },
} satisfies Story;
