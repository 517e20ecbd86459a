import getPrivateKey from '@mintmark/schema/operations/private-keys/get-private-key';
import { answer } from '../../core/handlers/implement.ts';
import { requirePrivateKey } from '../../funds/private-keys/private-key.ts';
import { privateKeyRecords } from '../../funds/private-keys/private-key-records.ts';

export default answer(getPrivateKey, async (context, { privateKeyId }) => {
  const [privateKey] = await privateKeyRecords(context, [await requirePrivateKey(context, privateKeyId)]);
  return { privateKey: privateKey as NonNullable<typeof privateKey> };
});
