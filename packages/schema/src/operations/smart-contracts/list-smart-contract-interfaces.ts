import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { SmartContractInterface } from '../../fields/smart-contracts/smart-contract-interface.ts';
import { organizationId } from '../../vocabulary.ts';

const transferAbi = JSON.stringify([
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
]);

export default defineQuery('list_smart_contract_interfaces', {
  tag: 'Smart contracts',
  summary: 'List smart contract interfaces',
  description: 'Lists the contract interfaces (ABI or IDL) that the organization has stored.',
  request: z.strictObject({ organizationId: organizationId('The organization that stored the interfaces.') }),
  response: z.object({ smartContractInterfaces: z.array(SmartContractInterface).describe('The interfaces.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: {
      smartContractInterfaces: [
        {
          organizationId: example.organizationId,
          smartContractInterfaceId: '95c8a1e4-6f03-4d7b-b29e-1d80f5c7a362',
          smartContractAddress: example.stablecoinAddress,
          smartContractInterface: transferAbi,
          type: 'ETHEREUM',
          label: 'Stablecoin',
          notes: 'Transfers only.',
          createdAt: example.timestamp,
          updatedAt: example.timestamp,
        },
      ],
    },
  },
});
