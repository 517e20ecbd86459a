import createSubOrganization from '@mintmark/schema/operations/organizations/create-sub-organization';
import type { z } from 'zod';
import { AuditChain } from '../../core/audit/audit-chain.ts';
import { RowWriter } from '../../core/authority/row-writer.ts';
import { send } from '../../core/handlers/effect.ts';
import { implement, type PrepareContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { uuidv7 } from '../../core/model/ids.ts';
import type { Organization } from '../../core/model/organization.ts';
import { createWalletKeys } from '../../custody/keys/wallet-keys.ts';
import { requireDistinctNames, requireRoomForAccounts } from '../../funds/wallets/account.ts';
import { derivationsOf, newWallet, newWalletId } from '../../funds/wallets/new-wallet.ts';
import {
  hasProviders,
  type VerifiedProvider,
  verifyProvidersOfUsers,
} from '../../identity/credentials/oauth-providers.ts';
import { setFeature } from '../../identity/organizations/features.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import { otpTypes } from '../../identity/passcodes/otp-types.ts';
import { createTag } from '../../identity/tags/create-tag.ts';
import { createUser } from '../../identity/users/create-user.ts';
import { userTags } from '../../identity/users/user-tags.ts';
import {
  invalidSignature,
  invalidToken,
  requireSignupSignature,
  useToken,
  verifyToken,
} from '../../identity/verification-tokens/verification-token.ts';

type Parameters = z.output<typeof createSubOrganization.parameters>;

interface Prepared {
  readonly proof: Awaited<ReturnType<typeof verifyProof>>;
  readonly organizationId: string;
  /** The linked identities of each root user. */
  readonly providers: readonly (readonly VerifiedProvider[])[];
  readonly wallet?: { readonly id: string; readonly keys: Awaited<ReturnType<typeof createWalletKeys>> };
}

export default implement(createSubOrganization, {
  isNeeded: ({ wallet, rootUsers, verificationToken, clientSignature }) =>
    wallet !== undefined || verificationToken !== undefined || clientSignature !== undefined || hasProviders(rootUsers),
  async inputs(context, { wallet }) {
    requireParent(context.organization);
    requireDistinctNames(wallet?.accounts ?? []);
    requireRoomForAccounts(context, wallet?.accounts ?? []);
  },
  async prepare(context, parameters): Promise<Prepared> {
    const { wallet, rootUsers } = parameters;
    const proof = await verifyProof(context, parameters);
    const providers = await verifyProvidersOfUsers(context, rootUsers, 'parameters.rootUsers');
    // Its secrets are sealed for the new organization, so that has its id before it exists.
    const organizationId = uuidv7(context.services.clock());
    if (!wallet) return { proof, organizationId, providers };
    const organization = { id: organizationId, parentId: context.organization.id };
    const id = newWalletId(context);
    const keys = await createWalletKeys(context, { organization, id }, wallet);
    return { proof, organizationId, providers, wallet: { id, keys } };
  },
  derivations: (_, { wallet: asked }, { organizationId: id, wallet }) =>
    wallet && asked ? derivationsOf({ id }, wallet.id, asked.accounts, wallet.keys.accounts) : [],
  byProxy: true,
  async execute(parentContext, parameters, prepared) {
    const { sql, organization: parent, now, services, writer, signUp, source = null } = parentContext;
    requireParent(parent);
    const proof = prepared?.proof;
    if (proof) await useToken(parentContext, proof.claims);
    const organization = {
      id: prepared?.organizationId ?? uuidv7(now),
      parentId: parent.id,
      name: parameters.subOrganizationName,
      rootThreshold: parameters.rootQuorumThreshold,
      source,
    };
    const row = { ...organization, policiesDigest: null, createdAt: now, updatedAt: now, deletedAt: null };
    const context = { sql, organization, now, services, writer: new RowWriter(sql, services.macs, organization) };
    // The parent's chain records the creation; the new chain records what was created.
    await sql`insert into organizations ${sql(writer.sealed(organizationsTable, row))}`;
    context.writer.sealed(organizationsTable, row);
    for (const name of featuresFor(parameters)) await setFeature(context, { name, value: null });
    const rootUserIds: string[] = [];
    for (const [index, user] of parameters.rootUsers.entries()) {
      const verified = index === proof?.rootUser ? otpTypes[proof.claims.verification_type].contact : undefined;
      const oauthProviders = prepared?.providers[index] ?? [];
      const root = { ...user, oauthProviders, isRoot: true, verified };
      rootUserIds.push(await createUser(context, root, `parameters.rootUsers.${index}`));
    }
    if (signUp) await createTag(context, userTags, { name: signUp.userTag, memberIds: rootUserIds });
    const wallet =
      prepared?.wallet &&
      parameters.wallet &&
      (await send(sql, newWallet(context, { ...prepared.wallet, imported: false }, parameters.wallet)));
    const chain = await AuditChain.begin(sql, services.macs, organization);
    const rows = await context.writer.finish();
    chain.append({ at: now.toISOString(), said: 'created', parentId: parent.id, rows }, context.writer.bytes);
    await chain.write(sql);
    services.storage.note(organization);
    return { subOrganizationId: organization.id, rootUserIds, ...(wallet && { wallet }) };
  },
});

function requireParent({ parentId }: Pick<Organization, 'parentId'>): void {
  if (parentId !== null)
    throw new ApiError('INVALID_ACTIVITY_CALLER', 'a sub-organization cannot have sub-organizations');
}

/** Verifies the token that proves a contact of a root user, if there is one: the holder of its key must have signed for that user. */
async function verifyProof(context: PrepareContext, parameters: Parameters) {
  const { rootUsers, verificationToken, clientSignature } = parameters;
  if (verificationToken === undefined) {
    if (clientSignature) throw invalidSignature('it belongs to no verification token');
    return undefined;
  }
  const claims = await verifyToken(context, verificationToken);
  const column = otpTypes[claims.verification_type].contact === 'email' ? 'userEmail' : 'userPhoneNumber';
  const rootUser = rootUsers.findIndex((user) => user[column] === claims.contact);
  const user = rootUsers[rootUser];
  if (!user) throw invalidToken('it is for a contact that no root user has');
  if (!clientSignature) throw invalidSignature('it is required with a verification token');
  const { apiKeys, authenticators, oauthProviders, userEmail: email, userPhoneNumber: phoneNumber } = user;
  await requireSignupSignature(clientSignature, claims, {
    apiKeys,
    authenticators,
    oauthProviders,
    ...(email !== undefined && { email }),
    ...(phoneNumber !== undefined && { phoneNumber }),
  });
  return { claims, rootUser };
}

/** Login methods are on, unless the request disables them. */
function* featuresFor(flags: Parameters) {
  if (!flags.disableEmailRecovery) yield 'FEATURE_NAME_EMAIL_RECOVERY' as const;
  if (!flags.disableEmailAuth) yield 'FEATURE_NAME_EMAIL_AUTH' as const;
  if (!flags.disableSmsAuth) yield 'FEATURE_NAME_SMS_AUTH' as const;
  if (!flags.disableOtpEmailAuth) yield 'FEATURE_NAME_OTP_EMAIL_AUTH' as const;
}
