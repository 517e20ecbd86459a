import createSmartContractInterface from '@mintmark/schema/operations/smart-contracts/create-smart-contract-interface';
import { implement } from '../../core/handlers/implement.ts';
import { checkInterface } from '../../policies/smart-contracts/check-interface.ts';
import { insertInterface } from '../../policies/smart-contracts/interface-row.ts';

export default implement(createSmartContractInterface, {
  inputs: async () => undefined,
  prepare: async (_, parameters) => checkInterface(parameters),
  async execute(context, { smartContractInterface, label, notes = '' }, { type, address }) {
    const contract = { type, address, interface: smartContractInterface, label, notes };
    return { smartContractInterfaceId: await insertInterface(context, contract) };
  },
});
