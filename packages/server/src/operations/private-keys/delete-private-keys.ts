import deletePrivateKeys from '@mintmark/schema/operations/private-keys/delete-private-keys';
import { implement } from '../../core/handlers/implement.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { requirePrivateKeys } from '../../funds/private-keys/private-key.ts';
import { privateKeyViewsById } from '../../funds/private-keys/private-key-views.ts';
import { removePrivateKeys } from '../../funds/private-keys/remove-private-keys.ts';

export default implement(
  deletePrivateKeys,
  async (context, { privateKeyIds, deleteWithoutExport = false }) => {
    const keys = await requirePrivateKeys(context, privateKeyIds);
    await removePrivateKeys(context, keys, { withoutExport: deleteWithoutExport });
    return { privateKeyIds: distinctIds(privateKeyIds) };
  },
  {
    policyViews: (context, { privateKeyIds }, needs) => privateKeyViewsById(context, privateKeyIds, needs),
  },
);
