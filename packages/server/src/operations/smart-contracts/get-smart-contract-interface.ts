import getSmartContractInterface from '@mintmark/schema/operations/smart-contracts/get-smart-contract-interface';
import { answer } from '../../core/handlers/implement.ts';
import { interfaceRecord } from '../../policies/smart-contracts/interface-record.ts';
import { requireInterface } from '../../policies/smart-contracts/interface-row.ts';

export default answer(getSmartContractInterface, async (context, { smartContractInterfaceId }) => ({
  smartContractInterface: interfaceRecord(await requireInterface(context, smartContractInterfaceId)),
}));
