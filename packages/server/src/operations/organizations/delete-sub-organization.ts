import deleteSubOrganization from '@mintmark/schema/operations/organizations/delete-sub-organization';
import { erasure } from '../../activities/erasure/erasure.ts';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { privateKeysTable } from '../../custody/keys/private-keys-table.ts';
import { walletsTable } from '../../custody/keys/wallets-table.ts';
import { requireAllPrivateKeys } from '../../funds/private-keys/private-key.ts';
import { requireExported as requireExportedKeys } from '../../funds/private-keys/remove-private-keys.ts';
import { requireExported as requireExportedWallets } from '../../funds/wallets/remove-wallets.ts';
import { requireAllWallets } from '../../funds/wallets/wallet.ts';
import { requireOrganization } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';

/** A column that is sealed begins with the version of its format. */
const nothing = Buffer.of(1);

/**
 * Ends the organization: nobody finds its users and credentials any more, and the secrets of its wallets and private keys are gone.
 * Its accounts and what else it held can be any number of rows, so they are removed later, in parts. The other rows stay, so that the
 * audit chain can still be verified.
 */
export default implement(deleteSubOrganization, async (context, { deleteWithoutExport: withoutExport = false }) => {
  const { organization, now, writer, outbox } = context;
  if (organization.parentId === null)
    throw new ApiError('INVALID_ACTIVITY_CALLER', 'only a sub-organization can be deleted');
  const [wallets, privateKeys] = await Promise.all([requireAllWallets(context), requireAllPrivateKeys(context)]);
  requireExportedWallets(wallets, { withoutExport });
  requireExportedKeys(privateKeys, { withoutExport });
  await writer.change(walletsTable, wallets, { mnemonic: nothing, seed: nothing });
  await writer.change(privateKeysTable, privateKeys, { secret: nothing });
  await writer.change(organizationsTable, [await requireOrganization(context)], { deletedAt: now, updatedAt: now });
  await writer.delistAll();
  await outbox.leave(erasure, {}, { idempotencyKey: `erasure_${organization.id}` });
  return { subOrganizationUuid: organization.id };
});
