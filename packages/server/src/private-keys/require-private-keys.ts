import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import { ApiError } from '../contract/api-error.ts';
import { distinctIds } from '../contract/ids.ts';
import type { ReadContext } from '../contract/implement.ts';
import { ofOrganization, ownerColumns } from '../contract/of-organization.ts';

/** Reads private keys of the organization, and refuses ids that are not among them. */
export async function requirePrivateKeys(
  { sql, organization, services }: ReadContext,
  privateKeyIds: readonly string[],
): Promise<Authenticated<AuthorityRows['private_keys']>[]> {
  const ids = distinctIds(privateKeyIds);
  if (ids.length === 0) return [];
  const rows = await sql<Authenticated<AuthorityRows['private_keys']>[]>`
    select * from private_keys
    where ${ofOrganization(sql, organization)} and deleted_at is null
      and id = any(${ids}::uuid[])`;
  const live = { ...ownerColumns(organization), id: ids, deletedAt: null };
  const keys = services.macs.genuine('private_keys', rows, live);
  if (keys.length < ids.length) throw new ApiError('RESOURCE_NOT_FOUND', 'no such private key');
  return keys;
}
