import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { smartContractFields } from '../../fields/smart-contracts/smart-contract-interface.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('create_smart_contract_interface', {
  tag: 'Smart contracts',
  summary: 'Store a smart contract interface',
  description:
    'Stores the interface of a contract or program, so that policies can name the functions and arguments of calls to it. An organization has at most one interface for each type and address, and at most 100 in total.',
  intent: version(1, z.strictObject(smartContractFields)),
  result: version(1, z.object({ smartContractInterfaceId: id('The stored interface.') })),
  policy: { resource: 'SMART_CONTRACT_INTERFACE', action: 'CREATE' },
  errors: ['INVALID_CONTRACT_INTERFACE', 'ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED'],
  example: {
    parameters: example.smartContract,
    result: { smartContractInterfaceId: example.smartContractInterfaceId },
  },
});
