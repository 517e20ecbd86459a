import { saying } from '../refusals.ts';
import { byPrivateKeyId, signerRefusals } from '../signing.ts';
import type { Story } from '../story.ts';

/** The example of EIP-155. */
const unsignedTransaction =
  'ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';

export default {
  after: ['createPrivateKeys'],
  input: (_, made) => ({
    signWith: made?.output.privateKeys[0].privateKeyId,
    unsignedTransaction,
    type: 'TRANSACTION_TYPE_ETHEREUM',
  }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...signerRefusals,
    INVALID_TRANSACTION: saying(() => ({ unsignedTransaction: `${unsignedTransaction}00` })),
    UNSUPPORTED_TRANSACTION_TYPE: saying(() => ({ type: 'TRANSACTION_TYPE_TEMPO' })),
  },
  older: { ACTIVITY_TYPE_SIGN_TRANSACTION: byPrivateKeyId },
} satisfies Story;
