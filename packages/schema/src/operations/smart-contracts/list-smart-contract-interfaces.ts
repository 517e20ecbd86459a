import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { SmartContractInterface } from '../../fields/smart-contracts/smart-contract-interface.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('list_smart_contract_interfaces', {
  tag: 'Smart contracts',
  summary: 'List smart contract interfaces',
  description: 'Lists the contract interfaces (ABI or IDL) that the organization has stored, newest first.',
  request: z.strictObject({ organizationId: organizationId('The organization that stored the interfaces.') }),
  response: z.object({ smartContractInterfaces: z.array(SmartContractInterface).describe('The interfaces.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: { smartContractInterfaces: [example.smartContractInterfaceRecord] },
  },
});
