import listSuborgs from '@mintmark/schema/operations/organizations/list-suborgs';
import type { z } from 'zod';
import { canonicalAddress } from '../../addresses/canonical-address.ts';
import { anyOrganization, type DirectoryKind, identityText, searchDirectory } from '../../authority/directory.ts';
import { ApiError, fieldError } from '../../contract/api-error.ts';
import { isUuid } from '../../contract/ids.ts';
import { answer, type PrepareQueryContext } from '../../contract/implement.ts';
import { isOrganization } from '../../contract/of-organization.ts';
import { readCursors } from '../../contract/read-page.ts';
import { organizationsWithIds } from '../../organizations/across-organizations.ts';
import type { Sql } from '../../store/database.ts';

export default answer(listSuborgs, {
  prepare: soughtBy,
  async answer({ sql, organization, services: { macs } }, request, sought) {
    const search = { parentId: organization.id, ...sought };
    const { after, before, limit } = readCursors(request.paginationOptions);
    for (const cursor of [after, before])
      if (cursor !== undefined) await requireSubOrganization(sql, organization.id, cursor);
    const ids = await searchDirectory(sql, macs, search, { most: limit, olderThan: after, newerThan: before });
    const rows = await organizationsWithIds(sql, ids);
    const asked = { id: ids, parentId: organization.id, deletedAt: null };
    return { organizationIds: macs.genuine('organizations', rows, asked).map(({ id }) => id) };
  },
});

/** Refuses a cursor that is not a sub-organization. It may be deleted by now. */
async function requireSubOrganization(sql: Sql, parentId: string, id: string): Promise<void> {
  const [row] = isUuid(id)
    ? await sql`select from organizations where ${isOrganization(sql, { id })} and parent_id = ${parentId}`
    : [];
  if (!row) throw new ApiError('INVALID_CURSOR');
}

type Filter = Pick<z.output<typeof listSuborgs.request>, 'filterType' | 'filterValue'>;

async function soughtBy(
  { services, signal }: PrepareQueryContext,
  { filterType, filterValue: value }: Filter,
): Promise<{ kind: DirectoryKind; value: string }> {
  if (!filterType && !value) return { kind: 'organization', value: anyOrganization };
  // An incomplete filter must not count as no filter: the caller would get all sub-organizations instead of one.
  if (!filterType) throw fieldError('filterType', 'is required with a filterValue');
  if (!value) throw fieldError('filterValue', 'is required with a filterType');
  switch (filterType) {
    case 'NAME':
      return { kind: 'organizationName', value };
    case 'USERNAME':
      return { kind: 'userName', value };
    case 'EMAIL':
      return { kind: 'email', value };
    case 'PHONE_NUMBER':
      return { kind: 'phoneNumber', value };
    case 'CREDENTIAL_ID':
      return { kind: 'passkey', value };
    case 'PUBLIC_KEY':
      return { kind: 'publicKey', value: value.toLowerCase() };
    case 'OIDC_TOKEN':
      return { kind: 'oidcIdentity', value: identityText(await services.oidc.verify(value, { signal })) };
    case 'WALLET_ACCOUNT_ADDRESS':
      return { kind: 'accountAddress', value: canonicalAddress(value) };
    default:
      throw fieldError('filterType', 'is not a known filter type');
  }
}
