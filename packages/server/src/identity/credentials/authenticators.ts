import { randomUUID } from 'node:crypto';
import type { AuthenticatorParams } from '@mintmark/schema/fields/credentials/authenticator';
import { verifyRegistration } from '@mintmark/stamper/verify';
import type { z } from 'zod';
import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { allowedOrigins } from '../organizations/allowed-origins.ts';
import { authenticatorsTable } from './authenticators-table.ts';

const maxPerUser = 10;

/** Registers passkeys of a user, and returns their ids in the order given. */
export async function registerAuthenticators(
  context: ChangeContext,
  userId: string,
  params: readonly z.output<typeof AuthenticatorParams>[],
  field: string,
): Promise<string[]> {
  if (params.length === 0) return [];
  const { sql, organization, now, writer } = context;
  const policy = { userVerification: 'preferred', ...(await allowedOrigins(context)) } as const;
  const ids: string[] = [];
  for (const [index, { authenticatorName, challenge, attestation }] of params.entries()) {
    const verdict = await verifyRegistration({ attestation, challenge, policy });
    if (!verdict.ok) {
      const fieldViolations = [{ field: `${field}.${index}`, description: verdict.error.message }];
      throw new ApiError('INVALID_ATTESTATION', undefined, { fieldViolations });
    }
    const id = randomUUID();
    const taken = await sql`
      insert into authenticators ${sql(
        writer.sealed(authenticatorsTable, {
          ...ownerColumns(organization),
          id,
          userId: userId.toLowerCase(),
          name: authenticatorName,
          credentialId: verdict.credentialId,
          publicKey: verdict.publicKey,
          rpId: verdict.rpId,
          signCount: BigInt(verdict.signCount),
          countedBody: null,
          transports: [...attestation.transports],
          attestationType: verdict.attestationFormat,
          aaguid: verdict.aaguid,
          model: verdict.backupEligible ? 'Synced passkey' : 'Security key',
          createdAt: now,
          updatedAt: now,
          deletedAt: null,
        }),
      )}
      on conflict (organization_id, credential_id) where deleted_at is null do nothing
      returning id`;
    if (taken.length === 0) throw new ApiError('ALREADY_EXISTS', 'this passkey is already registered');
    ids.push(id);
  }
  const [{ count } = { count: 0n }] = await sql<{ count: bigint }[]>`
    select count(*) from authenticators
    where ${ofOrganization(sql, organization)} and user_id = ${userId}
      and deleted_at is null`;
  if (count > maxPerUser) throw new ApiError('RESOURCE_LIMIT_EXCEEDED', 'too many authenticators');
  return ids;
}
