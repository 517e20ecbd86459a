import { hash, randomUUID } from 'node:crypto';
import type { OauthProviderParams } from '@mintmark/schema/fields/credentials/oauth-provider';
import type { z } from 'zod';
import type { ChangeContext, PrepareContext, ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { OidcIdentity } from '../../core/model/oidc-identity.ts';
import { tenantIdOf } from '../../core/model/organization.ts';
import { identityText } from '../../core/tables/searchable-values.ts';
import { invalidOidcToken } from '../../delivery/adapters/oidc/invalid-oidc-token.ts';
import type { OauthProviderRow } from './oauth-provider-record.ts';
import { oauthProvidersTable } from './oauth-providers-table.ts';
import { readOauth2Credentials } from './oauth2-credentials.ts';

const maxPerUser = 10;

/** Who somebody is at an OpenID Connect provider. */
export type Identity = Pick<OidcIdentity, 'issuer' | 'audience' | 'subject'>;

/** An identity that a user is to be linked to. */
export interface VerifiedProvider extends Identity {
  readonly name: string;
  /**
   * Until when a token of the request proves who the person is. If none does, the user must already be linked to the same person.
   */
  readonly provedUntil: Date | undefined;
  /** Where the request has it. */
  readonly field: string;
}

type Params = readonly z.output<typeof OauthProviderParams>[];

type VerifyContext = Pick<PrepareContext, 'organization' | 'services' | 'signal' | 'read'>;

/** Verifies the tokens of identities that are to be linked to one user. */
export async function verifyProviders(
  context: VerifyContext,
  params: Params,
  field: string,
): Promise<VerifiedProvider[]> {
  const { services, signal } = context;
  requireLimit(params.length);
  const proofs: (OidcIdentity | undefined)[] = [];
  for (const { oidcToken } of params)
    proofs.push(oidcToken === undefined ? undefined : await services.oidc.verify(oidcToken, { signal }));
  const verified = params.map(({ providerName: name, oidcClaims }, index) => {
    const place = { name, field: `${field}.${index}` };
    const own = proofs[index];
    if (own) return { ...place, ...identityOf(own), provedUntil: own.expiresAt };
    if (!oidcClaims) throw new ApiError('AMBIGUOUS_OIDC_IDENTITY');
    const identity = { issuer: oidcClaims.iss, audience: oidcClaims.aud, subject: oidcClaims.sub };
    // Otherwise any app at the same issuer could claim the identity that its users have at another app.
    if (!services.oidc.listsAudience(identity.issuer, identity.audience))
      throw unproved(place.field, 'the configuration of the service does not list the audience of the claims');
    return {
      ...place,
      ...identity,
      provedUntil: proofs.find((proof) => proof && isSamePerson(proof, identity))?.expiresAt,
    };
  });
  await requireOwnClients(context, verified);
  return verified;
}

/**
 * Refuses identities of OAuth 2.0 clients that other tenants have. All tenants share this service as their issuer, so a tenant
 * could otherwise take the identities of its users at the clients of others.
 */
async function requireOwnClients({ organization, services, read }: VerifyContext, identities: readonly Identity[]) {
  const own = identities.filter(({ issuer }) => issuer === services.oauth2.issuer);
  if (own.length === 0) return;
  const tenant = { ...organization, id: tenantIdOf(organization), parentId: null };
  const clients = await read((sql) => readOauth2Credentials({ sql, organization: tenant, services }));
  if (own.some(({ audience }) => clients.every(({ clientId }) => clientId !== audience)))
    throw invalidOidcToken('its audience is not an OAuth 2.0 client of this organization');
}

/** The same for several new users of one request. */
export async function verifyProvidersOfUsers(
  context: VerifyContext,
  users: readonly { readonly oauthProviders: Params }[],
  field: string,
): Promise<VerifiedProvider[][]> {
  const verified: VerifiedProvider[][] = [];
  for (const [index, { oauthProviders }] of users.entries())
    verified.push(await verifyProviders(context, oauthProviders, `${field}.${index}.oauthProviders`));
  return verified;
}

/** Whether any of several new users is to be linked to an identity. */
export const hasProviders = (users: readonly { readonly oauthProviders: Params }[]): boolean =>
  users.some(({ oauthProviders }) => oauthProviders.length > 0);

/** Links identities to a user, and returns the ids of the links in the order given. */
export async function insertProviders(
  context: ChangeContext,
  userId: string,
  verified: readonly VerifiedProvider[],
): Promise<string[]> {
  if (verified.length === 0) return [];
  const { sql, organization, now, writer } = context;
  const linked = await readProviders(context, userId);
  for (const provider of verified) requireProof(provider, linked, now);
  const rows = verified.map(({ name, issuer, audience, subject }) =>
    writer.sealed(oauthProvidersTable, {
      ...ownerColumns(organization),
      id: randomUUID(),
      userId: userId.toLowerCase(),
      name,
      issuer,
      audience,
      subject,
      identity: digestOf({ issuer, audience, subject }),
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    }),
  );
  const inserted = await sql`
    insert into oauth_providers ${sql(rows)}
    on conflict (organization_id, identity) where deleted_at is null do nothing
    returning id`;
  if (inserted.length < rows.length) throw new ApiError('OAUTH_PROVIDER_ALREADY_EXISTS');
  requireLimit(linked.length + rows.length);
  return rows.map(({ id }) => id);
}

/** The link of an identity in the organization. */
export async function findLink(context: ReadContext, identity: Identity): Promise<OauthProviderRow | undefined> {
  const { sql, organization, services } = context;
  const digest = digestOf(identity);
  const rows = await sql<OauthProviderRow[]>`
    select * from oauth_providers
    where ${ofOrganization(sql, organization)} and identity = ${digest} and deleted_at is null`;
  const asked = { ...ownerColumns(organization), ...identityOf(identity), identity: digest, deletedAt: null };
  const [link] = services.macs.genuine(oauthProvidersTable, rows, asked);
  return link;
}

/** The links of a user, or of all users of the organization, newest first. */
export async function readProviders(
  { sql, organization, services }: ReadContext,
  userId?: string,
): Promise<OauthProviderRow[]> {
  const rows = await sql<OauthProviderRow[]>`
    select * from oauth_providers
    where ${ofOrganization(sql, organization)} ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}
      and deleted_at is null
    order by created_at desc, id desc`;
  const asked = { ...ownerColumns(organization), ...(userId !== undefined && { userId: userId.toLowerCase() }) };
  return services.macs.genuine(oauthProvidersTable, rows, { ...asked, deletedAt: null });
}

/** Refuses a token that has expired since it was verified. */
export function requireUnexpired({ expiresAt }: Pick<OidcIdentity, 'expiresAt'>, now: Date): void {
  if (now >= expiresAt) throw invalidOidcToken('it has expired');
}

/** With claims alone, anybody could take an identity before the person whose it is. */
function requireProof(
  { provedUntil, field, ...identity }: VerifiedProvider,
  linked: readonly OauthProviderRow[],
  now: Date,
): void {
  if (provedUntil) {
    requireUnexpired({ expiresAt: provedUntil }, now);
    return;
  }
  if (linked.some((link) => isSamePerson(link, identity))) return;
  throw unproved(field, 'no token in the list and no linked identity of the user has the same issuer and subject');
}

const unproved = (field: string, description: string) =>
  new ApiError('UNPROVED_OIDC_CLAIMS', undefined, { fieldViolations: [{ field, description }] });

function requireLimit(count: number): void {
  if (count > maxPerUser) throw new ApiError('RESOURCE_LIMIT_EXCEEDED', 'too many OAuth providers');
}

const identityOf = ({ issuer, audience, subject }: Identity): Identity => ({ issuer, audience, subject });

/** A person may have the same subject for several audiences. */
const isSamePerson = (one: Identity, other: Identity) => one.issuer === other.issuer && one.subject === other.subject;

const digestOf = (identity: Identity) => hash('sha256', identityText(identityOf(identity)), 'buffer');
