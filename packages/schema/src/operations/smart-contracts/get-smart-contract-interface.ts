import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { SmartContractInterface } from '../../fields/smart-contracts/smart-contract-interface.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_smart_contract_interface', {
  tag: 'Smart contracts',
  summary: 'Get a smart contract interface',
  description: 'Returns the interface (ABI or IDL) of a contract or program that the organization has stored.',
  request: z.strictObject({
    organizationId: organizationId('The organization that stored the interface.'),
    smartContractInterfaceId: id('The interface to get.'),
  }),
  response: z.object({ smartContractInterface: SmartContractInterface }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, smartContractInterfaceId: example.smartContractInterfaceId },
    response: { smartContractInterface: example.smartContractInterfaceRecord },
  },
});
