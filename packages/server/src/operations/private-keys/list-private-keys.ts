import listPrivateKeys from '@mintmark/schema/operations/private-keys/list-private-keys';
import { answer } from '../../core/handlers/implement.ts';
import { readPrivateKeys } from '../../funds/private-keys/private-key.ts';
import { privateKeyRecords } from '../../funds/private-keys/private-key-records.ts';

export default answer(listPrivateKeys, async (context) => ({
  privateKeys: await privateKeyRecords(context, await readPrivateKeys(context)),
}));
