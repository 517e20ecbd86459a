import type { Curve } from '@mintmark/stamper/verify';
import { ApiError } from '../api-error.ts';
import type { Organization } from '../organization.ts';
import type { Sql } from '../store/database.ts';

/** Which of a tenant's organizations a credential may be found in. */
export interface LookUp {
  /** The organization that the request names. */
  readonly organizationId: string;
  /** Whether the request may name the parent where it means the sub-organization of its credential. */
  readonly resolvesParent: boolean;
}

interface Owner {
  readonly tenantId: string;
  readonly targetId: string;
  readonly targetParentId: string | null;
  readonly targetName: string;
  readonly targetThreshold: number;
  readonly organizationId: string;
  readonly organizationParentId: string | null;
  readonly organizationName: string;
  readonly organizationThreshold: number;
  readonly userId: string;
  readonly userName: string;
  readonly isRoot: boolean;
  readonly credentialId: string;
}

export interface ApiKeyRow extends Owner {
  readonly publicKey: string;
  readonly curve: Curve;
  readonly expiresAt: Date | null;
}

export interface PasskeyRow extends Owner {
  readonly publicKey: string;
  readonly rpId: string;
  readonly signCount: bigint;
  /** SHA-256 of the body that was stamped with this count. */
  readonly countedBody: Uint8Array | null;
  /** The only origins that the parent allows, separated by commas. */
  readonly origins: string | null;
}

/** The columns of the organization that is asked for and of the user behind a credential. */
const owner = (sql: Sql) => sql`
  target.tenant_id, target.id as target_id, target.parent_id as target_parent_id, target.name as target_name,
  target.root_threshold as target_threshold, home.id as organization_id, home.parent_id as organization_parent_id,
  home.name as organization_name, home.root_threshold as organization_threshold,
  users.id as user_id, users.name as user_name, users.is_root, credential.id as credential_id`;

const livingOwner = (sql: Sql) => sql`
  join organizations home
    on home.tenant_id = credential.tenant_id and home.id = credential.organization_id and home.deleted_at is null
  join users
    on users.tenant_id = credential.tenant_id and users.organization_id = credential.organization_id
    and users.id = credential.user_id and users.deleted_at is null`;

/** An API key that a stamp names, as it is to be looked for. */
export interface ApiKeyName extends LookUp {
  readonly publicKey: string;
  readonly curve: Curve;
}

/** Finds the rows of API keys: one list for each name, in their order. */
export async function findApiKeys(sql: Sql, names: readonly ApiKeyName[]): Promise<ApiKeyRow[][]> {
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
  for (const row of rows) found[Number(row.asked) - 1]?.push(row);
  return found;
}

/** Of the API keys that a name has found, the one that it means. */
export function chooseApiKey(rows: readonly ApiKeyRow[], lookUp: LookUp): ApiKeyRow {
  return choose(rows, lookUp, () => {
    const words = 'could not find public key in organization or its parent organization';
    return new ApiError('PUBLIC_KEY_NOT_FOUND', words);
  });
}

export async function findPasskey(sql: Sql, lookUp: LookUp, credentialId: string): Promise<PasskeyRow> {
  const rows = await sql<PasskeyRow[]>`
    select ${owner(sql)}, credential.public_key, credential.rp_id, credential.sign_count,
      credential.counted_body, features.value as origins
    from organizations target
    join authenticators credential
      on credential.tenant_id = target.tenant_id and credential.credential_id = ${credentialId}
      and credential.deleted_at is null
    ${livingOwner(sql)}
    left join features
      on features.tenant_id = target.tenant_id and features.organization_id = target.tenant_id
      and features.name = 'FEATURE_NAME_WEBAUTHN_ORIGINS'
    where target.id = ${lookUp.organizationId} and target.deleted_at is null`;
  return choose(rows, lookUp, () => {
    const words = 'could not find credential in organization or its parent organization';
    return new ApiError('CREDENTIAL_NOT_FOUND', words);
  });
}

/** The credential of the organization itself, of its parent, or, where that is asked for, of its one sub-organization. */
function choose<Row extends Owner>(rows: readonly Row[], { resolvesParent }: LookUp, notFound: () => ApiError): Row {
  const own = rows.find((row) => row.organizationId === row.targetId);
  const parents = rows.find((row) => row.organizationId === row.targetParentId);
  if (own ?? parents) return (own ?? parents) as Row;
  const [below, another] = resolvesParent ? rows.filter((row) => row.organizationParentId === row.targetId) : [];
  if (!below) throw notFound();
  if (another) throw new ApiError('CREDENTIAL_CONFLICT');
  return below;
}

/** The organization that the request is about: the named one, or the sub-organization that its credential led to. */
export function targetOf(row: Owner): Organization {
  if (row.organizationParentId === row.targetId) return homeOf(row);
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
