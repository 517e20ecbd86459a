import type { ErrorName } from '@mintmark/schema';
import type { Curve } from '@mintmark/stamper/verify';
import type { RowMacs } from '../authority/row-macs.ts';
import { ApiError } from '../contract/api-error.ts';
import type { Organization } from '../contract/organization.ts';
import type { Sql } from '../store/database.ts';

/** Which of a tenant's organizations a credential may be found in. */
export interface LookUp {
  /** The organization that the request names. */
  readonly organizationId: string;
  /** Whether the request may name the parent organization instead of the sub-organization that has the credential. */
  readonly resolvesParent: boolean;
}

interface Owner {
  readonly tenantId: string;
  readonly targetId: string;
  readonly targetParentId: string | null;
  readonly targetName: string;
  readonly targetThreshold: number;
  readonly targetMac: string;
  readonly organizationId: string;
  readonly organizationParentId: string | null;
  readonly organizationName: string;
  readonly organizationThreshold: number;
  readonly organizationMac: string;
  readonly userId: string;
  readonly userName: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phoneNumber: string | null;
  readonly phoneNumberVerified: boolean;
  readonly isRoot: boolean;
  readonly userMac: string;
  readonly credentialId: string;
  readonly credentialMac: string;
}

export interface ApiKeyRow extends Owner {
  readonly publicKey: string;
  readonly curve: Curve;
  readonly expiresAt: Date | null;
}

export interface PasskeyRow extends Owner {
  /** The credential id that the authenticator assigned. */
  readonly passkeyId: string;
  readonly publicKey: string;
  readonly rpId: string;
  readonly signCount: bigint;
  /** SHA-256 of the body that was stamped with this count. */
  readonly countedBody: Uint8Array | null;
  /** The value of the feature that restricts origins, set on the parent. */
  readonly originsValue: string | null;
  readonly originsMac: string | null;
}

/** The columns of the requested organization and of the credential's user. */
const owner = (sql: Sql) => sql`
  target.tenant_id, target.id as target_id, target.parent_id as target_parent_id, target.name as target_name,
  target.root_threshold as target_threshold, target.mac as target_mac,
  home.id as organization_id, home.parent_id as organization_parent_id, home.name as organization_name,
  home.root_threshold as organization_threshold, home.mac as organization_mac,
  users.id as user_id, users.name as user_name, users.email, users.email_verified, users.phone_number,
  users.phone_number_verified, users.is_root, users.mac as user_mac,
  credential.id as credential_id, credential.mac as credential_mac`;

const livingOwner = (sql: Sql) => sql`
  join organizations home
    on home.tenant_id = credential.tenant_id and home.id = credential.organization_id and home.deleted_at is null
  join users
    on users.tenant_id = credential.tenant_id and users.organization_id = credential.organization_id
    and users.id = credential.user_id and users.deleted_at is null`;

/** What identifies the API key of a stamp in a look-up. */
export interface ApiKeyName extends LookUp {
  readonly publicKey: string;
  readonly curve: Curve;
}

/** Whether this service wrote the rows of a credential's organizations and user. Deleted rows were not read. */
function hasGenuineOwner(macs: RowMacs, row: Owner): boolean {
  const { tenantId, organizationId, userId: id, userName: name, userMac: mac } = row;
  const { email, emailVerified, phoneNumber, phoneNumberVerified, isRoot } = row;
  const contacts = { email, emailVerified, phoneNumber, phoneNumberVerified };
  const deletedAt = null;
  const target = { ...namedOrganization(row), deletedAt, mac: row.targetMac };
  const home = { ...homeOf(row), deletedAt, mac: row.organizationMac };
  return (
    macs.isGenuine('organizations', target) &&
    (organizationId === row.targetId || macs.isGenuine('organizations', home)) &&
    macs.isGenuine('users', { tenantId, organizationId, id, name, ...contacts, isRoot, deletedAt, mac })
  );
}

/** Finds the rows of API keys: one list for each name, in the order of the names. */
export async function findApiKeys(sql: Sql, macs: RowMacs, names: readonly ApiKeyName[]): Promise<ApiKeyRow[][]> {
  const organizationIds = names.map(({ organizationId }) => organizationId);
  const publicKeys = names.map(({ publicKey }) => publicKey);
  const curves = names.map(({ curve }) => curve);
  const rows = await sql<(ApiKeyRow & { asked: bigint })[]>`
    select asked.number as asked, ${owner(sql)}, credential.public_key, credential.curve, credential.expires_at
    from unnest(${organizationIds}::uuid[], ${publicKeys}::text[], ${curves}::text[])
      with ordinality as asked (organization_id, public_key, curve, number)
    join organizations target on target.id = asked.organization_id and target.deleted_at is null
    join api_keys credential
      on credential.tenant_id = target.tenant_id and credential.public_key = asked.public_key
      and credential.curve = asked.curve and credential.deleted_at is null
    ${livingOwner(sql)}`;
  const found: ApiKeyRow[][] = names.map(() => []);
  for (const row of rows) {
    const { credentialId: id, credentialMac: mac } = row;
    const index = Number(row.asked) - 1;
    // A genuine row may still belong to another organization than the requested one.
    if (row.targetId !== names[index]?.organizationId) continue;
    if (macs.isGenuine('api_keys', { ...row, id, deletedAt: null, mac }) && hasGenuineOwner(macs, row))
      found[index]?.push(row);
  }
  return found;
}

/** Chooses among the API keys that match a name. */
export function chooseApiKey(rows: readonly ApiKeyRow[], lookUp: LookUp): ApiKeyRow {
  return choose(rows, lookUp, 'PUBLIC_KEY_NOT_FOUND');
}

export async function findPasskey(sql: Sql, macs: RowMacs, lookUp: LookUp, credentialId: string): Promise<PasskeyRow> {
  const rows = await sql<PasskeyRow[]>`
    select ${owner(sql)}, credential.credential_id as passkey_id, credential.public_key, credential.rp_id,
      credential.sign_count, credential.counted_body, features.value as origins_value, features.mac as origins_mac
    from organizations target
    join authenticators credential
      on credential.tenant_id = target.tenant_id and credential.credential_id = ${credentialId}
      and credential.deleted_at is null
    ${livingOwner(sql)}
    left join features
      on features.tenant_id = target.tenant_id and features.organization_id = target.tenant_id
      and features.name = 'FEATURE_NAME_WEBAUTHN_ORIGINS'
    where target.id = ${lookUp.organizationId} and target.deleted_at is null`;
  const genuine = rows.filter((row) => {
    const { credentialId: id, credentialMac: mac, passkeyId } = row;
    const passkey = { ...row, id, credentialId: passkeyId, deletedAt: null, mac };
    return (
      row.targetId === lookUp.organizationId && macs.isGenuine('authenticators', passkey) && hasGenuineOwner(macs, row)
    );
  });
  return choose(genuine, lookUp, 'CREDENTIAL_NOT_FOUND');
}

/** Chooses the credential of the organization itself, else of its parent, else (if allowed) of its one sub-organization. */
function choose<Row extends Owner>(rows: readonly Row[], { resolvesParent }: LookUp, notFound: ErrorName): Row {
  const own = rows.find((row) => row.organizationId === row.targetId);
  const parents = rows.find((row) => row.organizationId === row.targetParentId);
  if (own ?? parents) return (own ?? parents) as Row;
  const [below, another] = resolvesParent ? rows.filter((row) => row.organizationParentId === row.targetId) : [];
  if (!below) throw new ApiError(notFound);
  if (another) throw new ApiError('CREDENTIAL_CONFLICT');
  return below;
}

/** The origins that the tenant allows for passkeys: undefined without a list, none if somebody else changed the list. */
export function originsOf(macs: RowMacs, row: PasskeyRow): readonly string[] | undefined {
  const { tenantId, originsValue: value, originsMac: mac } = row;
  if (mac === null) return undefined;
  const asked = { tenantId, organizationId: tenantId, name: 'FEATURE_NAME_WEBAUTHN_ORIGINS' } as const;
  return macs.isGenuine('features', { ...asked, value, mac }) ? (value?.split(',') ?? []) : [];
}

/** The organization that the request is about: the named one, or the sub-organization that has the credential. */
export const targetOf = (row: Owner): Organization =>
  row.organizationParentId === row.targetId ? homeOf(row) : namedOrganization(row);

function namedOrganization(row: Owner): Organization {
  const { tenantId, targetId: id, targetParentId: parentId, targetName: name, targetThreshold: rootThreshold } = row;
  return { tenantId, id, parentId, name, rootThreshold };
}

/** The organization of the user. */
export function homeOf(row: Owner): Organization {
  return {
    tenantId: row.tenantId,
    id: row.organizationId,
    parentId: row.organizationParentId,
    name: row.organizationName,
    rootThreshold: row.organizationThreshold,
  };
}
