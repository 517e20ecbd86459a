import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createSmartContractInterface'],
  input: (_, made) => ({ smartContractInterfaceId: made?.output.smartContractInterfaceId }),
  shows: ({ smartContractInterfaceId }, _, made) => ({
    smartContractInterface: { smartContractInterfaceId, ...made?.input, type: 'ETHEREUM' },
  }),
  refusals: unknown('smartContractInterfaceId'),
} satisfies Story;
