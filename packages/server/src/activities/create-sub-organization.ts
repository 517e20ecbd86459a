import { randomUUID } from 'node:crypto';
import createSubOrganization from '@mintmark/schema/activities/create-sub-organization';
import type { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { appendEntry, beginChain } from '../audit/append-entry.ts';
import { implement } from '../implement.ts';
import { setFeature } from '../organizations/features.ts';
import { createUser } from '../users/create-user.ts';

type Parameters = z.output<typeof createSubOrganization.parameters>;

export default implement(createSubOrganization, async ({ sql, organization: parent, now }, parameters) => {
  if (parent.parentId !== null) {
    throw new ApiError('INVALID_ACTIVITY_CALLER', 'a sub-organization cannot have sub-organizations');
  }
  refuseUnimplemented(parameters);
  const organization = {
    tenantId: parent.tenantId,
    id: randomUUID(),
    parentId: parent.id,
    name: parameters.subOrganizationName,
    rootThreshold: parameters.rootQuorumThreshold,
  };
  await sql`insert into organizations ${sql({ ...organization, createdAt: now, updatedAt: now })}`;
  for (const name of featuresFor(parameters)) await setFeature(sql, organization, { name, value: null });
  const rootUserIds: string[] = [];
  for (const [index, user] of parameters.rootUsers.entries()) {
    const field = `parameters.rootUsers.${index}`;
    rootUserIds.push(await createUser({ sql, organization, now }, { ...user, isRoot: true }, field));
  }
  const at = now.toISOString();
  await beginChain(sql, organization);
  await appendEntry(sql, organization, { at, said: 'created', parentId: parent.id });
  await appendEntry(sql, parent, { at, said: 'sub-organization created', subOrganizationId: organization.id });
  return { subOrganizationId: organization.id, rootUserIds };
});

function refuseUnimplemented({ wallet, verificationToken, clientSignature }: Parameters): void {
  if (wallet) throw new ApiError('UNIMPLEMENTED', 'this server does not make wallets yet');
  if (verificationToken) throw new ApiError('UNIMPLEMENTED', 'this server does not take verification tokens yet');
  if (clientSignature) throw new ApiError('UNIMPLEMENTED', 'this server does not take client signatures yet');
}

/** The ways to sign in are on, unless the request says otherwise. */
function* featuresFor(flags: Parameters) {
  if (!flags.disableEmailRecovery) yield 'FEATURE_NAME_EMAIL_RECOVERY';
  if (!flags.disableEmailAuth) yield 'FEATURE_NAME_EMAIL_AUTH';
  if (!flags.disableSmsAuth) yield 'FEATURE_NAME_SMS_AUTH';
  if (!flags.disableOtpEmailAuth) yield 'FEATURE_NAME_OTP_EMAIL_AUTH';
}
