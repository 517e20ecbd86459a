import { CreateReadWriteSessionParametersV1 } from '@mintmark/schema/fields/sessions/older-logins';
import createReadWriteSession from '@mintmark/schema/operations/sessions/create-read-write-session';
import { generatePrivateKey } from '@mintmark/stamper';
import { sealSessionCredential } from '@mintmark/stamper/bundles';
import type { z } from 'zod';
import { type ActivityContext, type InputsContext, implement, theCaller } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { requireExportTarget } from '../../custody/keys/export-target.ts';
import { requireOwnProfile } from '../../identity/sessions/own-profile.ts';
import { insertSessionKey } from '../../identity/sessions/session-key.ts';
import { seenUser } from '../../identity/users/about-user.ts';
import { requireUsers } from '../../identity/users/require-users.ts';

type Parameters = z.output<typeof createReadWriteSession.parameters>;
type Target = Pick<Parameters, 'targetPublicKey'>;

interface SealedKey {
  readonly publicKey: string;
  readonly credentialBundle: string;
}

const inputs = async (_: InputsContext, { targetPublicKey }: Target) => requireExportTarget(targetPublicKey);

async function prepare(_: unknown, { targetPublicKey }: Target): Promise<SealedKey> {
  const key = generatePrivateKey('p256');
  return {
    publicKey: key.publicKey.hex,
    credentialBundle: await sealSessionCredential(key, targetPublicKey.toLowerCase()),
  };
}

type Session = Pick<Parameters, 'apiKeyName' | 'expirationSeconds' | 'invalidateExisting'>;

async function startSession(
  context: ActivityContext,
  user: { readonly id: string; readonly name: string },
  { apiKeyName, expirationSeconds, invalidateExisting }: Session,
  { publicKey, credentialBundle }: SealedKey,
) {
  const { organization, caller, now } = context;
  // Such a session has no profile.
  requireOwnProfile(caller, undefined);
  const key = await insertSessionKey(context, {
    userId: user.id,
    type: 'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
    name: apiKeyName ?? `Read Write Session - ${Math.floor(now.getTime() / 1000)}`,
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
}

export default implement(createReadWriteSession, {
  ownUser: ({ userId }) => userId?.toLowerCase() ?? theCaller,
  // Whoever has a session of a user can do whatever that user can, so nobody else may start one.
  forUser: ({ userId }) => userId?.toLowerCase(),
  policyParameters: ({ userId }) => (userId === undefined ? {} : seenUser({ userId })),
  resolvesParent: true,
  inputs,
  prepare,
  async execute(context, parameters, key) {
    // Not always the caller: after a policy has denied it, the root quorum may have approved it last.
    const [user] = await requireUsers(context, [parameters.userId ?? context.caller.userId]);
    if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
    return await startSession(context, user, parameters, key);
  },
  older: {
    1: implement(
      { ...createReadWriteSession, parameters: CreateReadWriteSessionParametersV1 },
      {
        ownUser: () => theCaller,
        inputs,
        prepare,
        async execute(context, parameters, key) {
          const [user] = await requireUsers(context, [context.caller.userId]);
          if (user?.email !== parameters.email) throw new ApiError('REQUEST_NOT_AUTHORIZED');
          return await startSession(context, user, parameters, key);
        },
      },
    ),
  },
});
