import deleteSmartContractInterface from '@mintmark/schema/operations/smart-contracts/delete-smart-contract-interface';
import { implement } from '../../core/handlers/implement.ts';
import { requireInterface } from '../../policies/smart-contracts/interface-row.ts';
import { smartContractInterfacesTable } from '../../policies/smart-contracts/smart-contract-interfaces-table.ts';

export default implement(deleteSmartContractInterface, async (context, { smartContractInterfaceId }) => {
  const row = await requireInterface(context, smartContractInterfaceId);
  await context.writer.remove(smartContractInterfacesTable, [row]);
  return { smartContractInterfaceId: row.id };
});
