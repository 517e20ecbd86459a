import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  needsChain: true,
  after: ['ethSendTransaction'],
  input: (_, sent) => ({ sendTransactionStatusId: sent?.output.sendTransactionStatusId }),
  refusals: unknown('sendTransactionStatusId'),
} satisfies Story;
