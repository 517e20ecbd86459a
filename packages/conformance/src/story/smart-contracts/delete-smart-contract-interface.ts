import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createSmartContractInterface'],
  input: (_, made) => ({ smartContractInterfaceId: made?.output.smartContractInterfaceId }),
  shows: ({ smartContractInterfaceId }) => ({ smartContractInterfaceId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: unknown('smartContractInterfaceId'),
} satisfies Story;
