import listSmartContractInterfaces from '@mintmark/schema/operations/smart-contracts/list-smart-contract-interfaces';
import { answer, LongAnswer } from '../../core/handlers/implement.ts';
import { interfaceRecord } from '../../policies/smart-contracts/interface-record.ts';
import { measureInterfaces, readAllInterfaces } from '../../policies/smart-contracts/interface-row.ts';
import type { Sql } from '../../storage/store/database.ts';

/** Enough for ten or twenty interfaces of the usual size. */
const longBytes = 64 * 1024;

export default answer(listSmartContractInterfaces, async (context) => {
  const make = async (sql: Sql) => ({
    smartContractInterfaces: (await readAllInterfaces({ ...context, sql })).map(interfaceRecord),
  });
  const bytes = await measureInterfaces(context);
  return bytes > longBytes ? new LongAnswer(make) : make(context.sql);
});
