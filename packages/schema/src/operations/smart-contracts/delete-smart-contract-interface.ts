import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('delete_smart_contract_interface', {
  tag: 'Smart contracts',
  summary: 'Delete a smart contract interface',
  description:
    'Deletes the interface of a contract or program. Policies can no longer name the functions and arguments of calls to it.',
  intent: version(1, z.strictObject({ smartContractInterfaceId: id('The interface to delete.') })),
  result: version(1, z.object({ smartContractInterfaceId: id('The interface that was deleted.') })),
  policy: { resource: 'SMART_CONTRACT_INTERFACE', action: 'DELETE' },
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    parameters: { smartContractInterfaceId: example.smartContractInterfaceId },
    result: { smartContractInterfaceId: example.smartContractInterfaceId },
  },
});
