import type { Curve } from '@mintmark/stamper/verify';
import type { RowMacs } from '../../core/authority/row-macs.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import { authenticatorsTable } from '../../identity/credentials/authenticators-table.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import { binaryList } from '../../storage/store/binary-list.ts';
import type { Sql } from '../../storage/store/database.ts';

/** What an organization has under the name of a credential. */
export interface Found<Credential> {
  /** Undefined if there is no such organization. */
  readonly organization: Organization | undefined;
  readonly credential: Credential | undefined;
}

/** The user who has a credential. */
interface Owner {
  readonly organizationId: string;
  readonly userId: string;
  readonly userName: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phoneNumber: string | null;
  readonly phoneNumberVerified: boolean;
  readonly isRoot: boolean;
  readonly tagsDigest: string | null;
  readonly userMac: string;
  readonly credentialId: string;
  readonly credentialMac: string;
}

export interface ApiKeyRow extends Owner {
  readonly publicKey: string;
  readonly curve: Curve;
  readonly type: RowOf<typeof apiKeysTable>['type'];
  readonly sessionProfileId: string | null;
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
}

/** A row of a look-up: the organization, and a credential with its user, if there is one. */
type Row<Credential> = {
  readonly organizationId: string;
  readonly parentId: string | null;
  readonly organizationName: string;
  readonly rootThreshold: number;
  readonly policiesDigest: string | null;
  readonly source: string | null;
  readonly organizationMac: string;
} & (Credential | { readonly credentialId: null });

/** What identifies the API key of a stamp in an organization. */
export interface ApiKeyName {
  readonly organizationId: string;
  readonly publicKey: string;
  readonly curve: Curve;
}

/** The columns of the organization and of the credential's user. */
const columns = (sql: Sql) => sql`
  organizations.id as organization_id, organizations.parent_id, organizations.name as organization_name,
  organizations.root_threshold, organizations.policies_digest, organizations.source,
  organizations.mac as organization_mac,
  users.id as user_id, users.name as user_name, users.email, users.email_verified, users.phone_number,
  users.phone_number_verified, users.is_root, users.tags_digest, users.mac as user_mac,
  credential.id as credential_id, credential.mac as credential_mac`;

/** Finds API keys, with one statement: a result for each name, in the same order. */
export async function findApiKeys(sql: Sql, macs: RowMacs, names: readonly ApiKeyName[]): Promise<Found<ApiKeyRow>[]> {
  const ids = [...new Set(names.map(({ organizationId }) => organizationId))];
  const { from, isIt, isKey } = ids.length === 1 ? inOne(sql, names) : inSeveral(sql, names);
  const rows = await sql<Row<ApiKeyRow>[]>`
    select ${columns(sql)}, credential.public_key, credential.curve, credential.type, credential.session_profile_id,
      credential.expires_at
    from ${from}
    left join (
      api_keys credential
      join users
        on users.organization_id = credential.organization_id and users.id = credential.user_id
        and users.deleted_at is null
        -- The key of the sign-up proxy stamps only in the process: it would be no credential for whoever stole it.
        and not exists (
          select from auth_proxies
          where auth_proxies.organization_id = users.organization_id and auth_proxies.user_id = users.id
        )
    )
      on credential.organization_id = organizations.id and credential.public_key = ${isKey}
      and credential.deleted_at is null
    where ${isIt} and organizations.deleted_at is null`;
  const rowsOf = Map.groupBy(rows, ({ organizationId }) => organizationId);
  const found = new Map(ids.map((id) => [id, keysOf(macs, id, rowsOf.get(id) ?? [])]));
  return names.map(({ organizationId, publicKey, curve }) => {
    const { organization, keys } = found.get(organizationId) ?? { organization: undefined, keys: [] };
    const credential = organization && keys.find((key) => key.publicKey === publicKey && key.curve === curve);
    return { organization, credential };
  });
}

/** One organization is named by a value: a distributed database then knows where its rows are. */
const inOne = (sql: Sql, names: readonly ApiKeyName[]) => ({
  from: sql`organizations`,
  isIt: sql`organizations.id = ${names[0]?.organizationId ?? ''}`,
  isKey: sql`any(${names.map(({ publicKey }) => publicKey)}::text[])`,
});

function inSeveral(sql: Sql, names: readonly ApiKeyName[]) {
  const ids = names.map(({ organizationId }) => organizationId);
  const publicKeys = names.map(({ publicKey }) => publicKey);
  return {
    from: sql`
      unnest((select ${binaryList('uuid', ids)}::uuid[]), (select ${binaryList('text', publicKeys)}::text[]))
        as asked (organization_id, public_key)
      join organizations on organizations.id = asked.organization_id`,
    isIt: sql`true`,
    isKey: sql`asked.public_key`,
  };
}

/** An organization, and those of its API keys that this service wrote. */
function keysOf(macs: RowMacs, organizationId: string, rows: readonly Row<ApiKeyRow>[]) {
  const keys = rows.filter((row): row is Row<ApiKeyRow> & ApiKeyRow => {
    if (row.credentialId === null) return false;
    const key = { ...row, organizationId, id: row.credentialId, deletedAt: null, mac: row.credentialMac };
    return macs.isGenuine(apiKeysTable, key) && hasGenuineUser(macs, organizationId, row);
  });
  return { organization: organizationOf(macs, rows, organizationId), keys };
}

/** Finds a passkey of an organization by the credential id that its authenticator assigned. */
export async function findPasskey(
  sql: Sql,
  macs: RowMacs,
  organizationId: string,
  credentialId: string,
): Promise<Found<PasskeyRow>> {
  const rows = await sql<Row<PasskeyRow>[]>`
    select ${columns(sql)}, credential.credential_id as passkey_id, credential.public_key, credential.rp_id,
      credential.sign_count, credential.counted_body
    from organizations
    left join (
      authenticators credential
      join users
        on users.organization_id = credential.organization_id and users.id = credential.user_id
        and users.deleted_at is null
    )
      on credential.organization_id = organizations.id and credential.credential_id = ${credentialId}
      and credential.deleted_at is null
    where organizations.id = ${organizationId} and organizations.deleted_at is null`;
  const organization = organizationOf(macs, rows, organizationId);
  const passkeys = rows.filter((row): row is Row<PasskeyRow> & PasskeyRow => {
    if (row.credentialId === null) return false;
    const { credentialId: id, credentialMac: mac, passkeyId } = row;
    const passkey = { ...row, organizationId, id, credentialId: passkeyId, deletedAt: null, mac };
    return macs.isGenuine(authenticatorsTable, passkey) && hasGenuineUser(macs, organizationId, row);
  });
  return {
    organization,
    credential: organization && passkeys.find(({ passkeyId }) => passkeyId === credentialId),
  };
}

/** The organization in the rows of a look-up, if this service wrote it. Deleted ones were not read. */
function organizationOf(macs: RowMacs, rows: readonly Row<Owner>[], id: string): Organization | undefined {
  const [row] = rows;
  if (row?.organizationId !== id) return undefined;
  const { parentId, organizationName: name, rootThreshold, source, policiesDigest, organizationMac: mac } = row;
  const organization = { id, parentId, name, rootThreshold, source };
  return macs.isGenuine(organizationsTable, { ...organization, policiesDigest, deletedAt: null, mac })
    ? organization
    : undefined;
}

function hasGenuineUser(macs: RowMacs, organizationId: string, row: Owner): boolean {
  const {
    userId: id,
    userName: name,
    email,
    emailVerified,
    phoneNumber,
    phoneNumberVerified,
    isRoot,
    tagsDigest,
  } = row;
  const contacts = { email, emailVerified, phoneNumber, phoneNumberVerified };
  const user = { organizationId, id, name, ...contacts, isRoot, tagsDigest, deletedAt: null };
  return macs.isGenuine(usersTable, { ...user, mac: row.userMac });
}
