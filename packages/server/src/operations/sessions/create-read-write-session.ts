import createReadWriteSession from '@mintmark/schema/operations/sessions/create-read-write-session';
import { generatePrivateKey } from '@mintmark/stamper';
import { sealSessionCredential } from '@mintmark/stamper/bundles';
import { ApiError } from '../../contract/api-error.ts';
import { implement, theCaller } from '../../contract/implement.ts';
import { requireExportTarget } from '../../keys/export-target.ts';
import { insertSessionKey } from '../../sessions/session-key.ts';
import { requireChangeableUsers } from '../../users/require-users.ts';

export default implement(createReadWriteSession, {
  ownUser: ({ userId }) => userId?.toLowerCase() ?? theCaller,
  resolvesParent: true,
  async inputs(_, { targetPublicKey }) {
    requireExportTarget(targetPublicKey);
  },
  async prepare(_, { targetPublicKey }) {
    const key = generatePrivateKey('p256');
    return {
      publicKey: key.publicKey.hex,
      credentialBundle: await sealSessionCredential(key, targetPublicKey.toLowerCase()),
    };
  },
  async execute(context, parameters, { publicKey, credentialBundle }) {
    const { organization, caller, now } = context;
    const [user] = await requireChangeableUsers(context, [parameters.userId ?? caller.userId]);
    if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
    const { expirationSeconds, invalidateExisting } = parameters;
    const key = await insertSessionKey(context, {
      userId: user.id,
      type: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
      name: parameters.apiKeyName ?? `Read Write Session - ${Math.floor(now.getTime() / 1000)}`,
      publicKey,
      expirationSeconds,
      invalidateExisting,
    });
    return {
      organizationId: organization.id,
      organizationName: organization.name,
      userId: user.id,
      username: user.name,
      apiKeyId: key.id,
      credentialBundle,
    };
  },
});
