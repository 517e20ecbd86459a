import { newContract } from '../contracts.ts';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  input: newContract,
  fails: 'INVALID_CONTRACT_INTERFACE',
  refusals: {
    INVALID_CONTRACT_INTERFACE: saying(() => ({ smartContractInterface: '[{"type":"function"}]' })),
    ALREADY_EXISTS: async (_, call) => {
      await call.by.call('createSmartContractInterfaceOrThrow', call.input);
      return call;
    },
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => {
      const by = await stage.newOrganization();
      for (let count = 0; count < 100; count++) await by.call('createSmartContractInterfaceOrThrow', newContract());
      return { ...call, by };
    },
  },
} satisfies Story;
