import { randomUUID } from 'node:crypto';
import type { Oauth2Credential } from '@mintmark/schema/fields/credentials/oauth2-credential';
import { StamperError } from '@mintmark/stamper';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ChangeContext, ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { Services } from '../../core/ports/services.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { oauth2CredentialsTable } from './oauth2-credentials-table.ts';

export type Oauth2CredentialRow = Authenticated<RowOf<typeof oauth2CredentialsTable>>;

/** A client at an OAuth 2.0 provider, as the organization submits it. */
type Oauth2Client = Pick<Oauth2CredentialRow, 'provider' | 'clientId' | 'encryptedClientSecret'>;

const maxPerOrganization = 100;

/** The clients of the organization at OAuth 2.0 providers, newest first. */
export async function readOauth2Credentials({
  sql,
  organization,
  services,
}: ReadContext): Promise<Oauth2CredentialRow[]> {
  const rows = await sql<Oauth2CredentialRow[]>`
    select * from oauth2_credentials where ${ofOrganization(sql, organization)}
    order by created_at desc, id desc`;
  return services.macs.genuine(oauth2CredentialsTable, rows, ownerColumns(organization));
}

export async function requireOauth2Credential(
  { sql, organization, services }: ReadContext,
  oauth2CredentialId: string,
): Promise<Oauth2CredentialRow> {
  const id = oauth2CredentialId.toLowerCase();
  const rows = await sql<Oauth2CredentialRow[]>`
    select * from oauth2_credentials where ${ofOrganization(sql, organization)} and id = ${id}`;
  const [row] = services.macs.genuine(oauth2CredentialsTable, rows, { ...ownerColumns(organization), id });
  if (!row) throw new ApiError('OAUTH2_CREDENTIAL_NOT_FOUND');
  return row;
}

/** Stores a client, and returns its id. */
export async function insertOauth2Credential(context: ChangeContext, client: Oauth2Client): Promise<string> {
  const { sql, organization, now, writer } = context;
  const existing = await readOauth2Credentials(context);
  requireNew(client, existing);
  if (existing.length >= maxPerOrganization)
    throw new ApiError(
      'RESOURCE_LIMIT_EXCEEDED',
      `an organization can have at most ${maxPerOrganization} OAuth 2.0 clients`,
    );
  const id = randomUUID();
  await sql`
    insert into oauth2_credentials ${sql(
      writer.sealed(oauth2CredentialsTable, {
        ...ownerColumns(organization),
        id,
        ...clientOf(client),
        createdAt: now,
        updatedAt: now,
      }),
    )}`;
  return id;
}

/** Replaces everything about a client but its id. */
export async function changeOauth2Credential(
  context: ChangeContext,
  row: Oauth2CredentialRow,
  client: Oauth2Client,
): Promise<void> {
  const others = (await readOauth2Credentials(context)).filter(({ id }) => id !== row.id);
  requireNew(client, others);
  await context.writer.change(oauth2CredentialsTable, [row], { ...clientOf(client), updatedAt: context.now });
}

/** Opens the secret of a client. It is used for one call, and kept nowhere. */
export async function openClientSecret(
  { clientSecrets }: Pick<Services, 'clientSecrets'>,
  { encryptedClientSecret }: Pick<Oauth2Client, 'encryptedClientSecret'>,
): Promise<string> {
  try {
    return await clientSecrets.open(encryptedClientSecret);
  } catch (error) {
    // Its message is about the envelope, never about the content.
    if (error instanceof StamperError) throw new ApiError('INVALID_CLIENT_SECRET');
    throw error;
  }
}

/** A client, as answers show it: the secret stays sealed. */
export const oauth2CredentialRecord = (row: Oauth2CredentialRow): z.output<typeof Oauth2Credential> => ({
  oauth2CredentialId: row.id,
  organizationId: row.organizationId,
  ...clientOf(row),
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});

const clientOf = ({ provider, clientId, encryptedClientSecret }: Oauth2Client): Oauth2Client => ({
  provider,
  clientId,
  encryptedClientSecret,
});

function requireNew({ provider, clientId }: Oauth2Client, others: readonly Oauth2Client[]): void {
  if (others.some((other) => other.provider === provider && other.clientId === clientId))
    throw new ApiError('ALREADY_EXISTS', 'a credential for this provider and client ID already exists');
}
