import type { Story } from '../story.ts';

export default {
  after: ['createSmartContractInterface'],
  input: () => ({}),
  shows: (_, __, made) => ({ smartContractInterfaces: [{ ...made?.output, ...made?.input, type: 'ETHEREUM' }] }),
} satisfies Story;
