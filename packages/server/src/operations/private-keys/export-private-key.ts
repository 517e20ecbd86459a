import exportPrivateKey from '@mintmark/schema/operations/private-keys/export-private-key';
import { implement } from '../../core/handlers/implement.ts';
import { requireExportTarget } from '../../custody/keys/export-target.ts';
import { exportPrivateKey as sealPrivateKey } from '../../custody/keys/private-keys.ts';
import { privateKeysTable } from '../../custody/keys/private-keys-table.ts';
import { readPrivateKeys, requirePrivateKey } from '../../funds/private-keys/private-key.ts';
import { signerViews } from '../../funds/signing/signer-views.ts';

export default implement(exportPrivateKey, {
  policyParameters: ({ targetPublicKey }) => ({ target_public_key: targetPublicKey.toLowerCase() }),
  policyViews: (context, { privateKeyId }, needs) =>
    signerViews(
      context,
      async () => ({ accounts: [], privateKeys: await readPrivateKeys(context, [privateKeyId]) }),
      needs,
    ),
  async inputs(context, { privateKeyId, targetPublicKey }) {
    requireExportTarget(targetPublicKey);
    const { id, secret } = await requirePrivateKey(context, privateKeyId);
    return { id, secret };
  },
  prepare: (context, { targetPublicKey }, key) => sealPrivateKey(context, key, targetPublicKey),
  async execute(context, { privateKeyId }, exportBundle) {
    const key = await requirePrivateKey(context, privateKeyId);
    await context.writer.change(privateKeysTable, [key], { exported: true, updatedAt: context.now });
    return { privateKeyId: key.id, exportBundle };
  },
});
