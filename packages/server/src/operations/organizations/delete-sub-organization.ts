import deleteSubOrganization from '@mintmark/schema/operations/organizations/delete-sub-organization';
import { ApiError } from '../../contract/api-error.ts';
import { implement } from '../../contract/implement.ts';
import { removeImportKeys } from '../../keys/import-keys.ts';
import { requireOrganization } from '../../organizations/organization-row.ts';
import { removePasscodes } from '../../passcodes/passcode.ts';
import { requireAllPrivateKeys } from '../../private-keys/private-key.ts';
import { removePrivateKeys } from '../../private-keys/remove-private-keys.ts';
import { removeWallets } from '../../wallets/remove-wallets.ts';
import { requireAllWallets } from '../../wallets/wallet.ts';

/**
 * Removes the wallets, private keys, import keys and passcodes, and keeps the other rows, so that the audit chain can still be verified. Nobody finds
 * the users and credentials of a deleted organization any more.
 */
export default implement(deleteSubOrganization, async (context, { deleteWithoutExport: withoutExport = false }) => {
  const { organization, now, writer } = context;
  if (organization.parentId === null)
    throw new ApiError('INVALID_ACTIVITY_CALLER', 'only a sub-organization can be deleted');
  await removeWallets(context, await requireAllWallets(context), { withoutExport });
  await removeImportKeys(context);
  await removePasscodes(context);
  await removePrivateKeys(context, await requireAllPrivateKeys(context), { withoutExport });
  await writer.change('organizations', [await requireOrganization(context)], { deletedAt: now, updatedAt: now });
  await writer.delistAll();
  return { subOrganizationUuid: organization.id };
});
