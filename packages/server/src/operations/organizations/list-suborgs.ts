import listSuborgs from '@mintmark/schema/operations/organizations/list-suborgs';
import type { z } from 'zod';
import { ApiError, fieldError } from '../../contract/api-error.ts';
import { answer } from '../../contract/implement.ts';
import type { Organization } from '../../contract/organization.ts';
import { readPage } from '../../contract/read-page.ts';
import type { OrganizationRow } from '../../organizations/organization-row.ts';
import type { Sql, Statement } from '../../store/database.ts';

export default answer(listSuborgs, async ({ sql, organization, services }, request) => {
  const list = {
    table: 'organizations',
    scope: sql`tenant_id = ${organization.tenantId} and parent_id = ${organization.id}`,
    filter: sql`and deleted_at is null ${matching(sql, organization, request)}`,
  };
  const { ids } = await readPage(sql, list, request.paginationOptions);
  const rows = await sql<OrganizationRow[]>`
    select * from organizations where tenant_id = ${organization.tenantId} and id = any(${[...ids]}::uuid[])
    order by created_at desc, id desc`;
  const asked = { tenantId: organization.tenantId, parentId: organization.id };
  return { organizationIds: services.macs.genuine('organizations', rows, asked).map(({ id }) => id) };
});

type Filter = Pick<z.output<typeof listSuborgs.request>, 'filterType' | 'filterValue'>;

function matching(sql: Sql, { tenantId }: Organization, { filterType, filterValue }: Filter) {
  if (!filterType && !filterValue) return sql``;
  // An incomplete filter must not count as no filter: the caller would get all sub-organizations instead of one.
  if (!filterType) throw fieldError('filterType', 'is required with a filterValue');
  if (!filterValue) throw fieldError('filterValue', 'is required with a filterType');
  const whoseUser = (condition: Statement) => sql`
    and id in (select organization_id from users where tenant_id = ${tenantId} and deleted_at is null and ${condition})`;
  const whoseCredential = (table: string, condition: Statement) => sql`
    and id in (
      select credential.organization_id from ${sql(table)} credential
      join users
        on users.tenant_id = credential.tenant_id and users.organization_id = credential.organization_id
        and users.id = credential.user_id and users.deleted_at is null
      where credential.tenant_id = ${tenantId} and credential.deleted_at is null and ${condition}
    )`;
  switch (filterType) {
    case 'NAME':
      return sql`and name = ${filterValue}`;
    case 'USERNAME':
      return whoseUser(sql`name = ${filterValue}`);
    case 'EMAIL':
      return whoseUser(sql`email = ${filterValue}`);
    case 'PHONE_NUMBER':
      return whoseUser(sql`phone_number = ${filterValue}`);
    case 'CREDENTIAL_ID':
      return whoseCredential('authenticators', sql`credential.credential_id = ${filterValue}`);
    case 'PUBLIC_KEY':
      return whoseCredential('api_keys', sql`credential.public_key = ${filterValue.toLowerCase()}`);
    case 'OIDC_TOKEN':
      throw new ApiError('UNIMPLEMENTED', 'this server does not link OAuth providers yet');
    case 'WALLET_ACCOUNT_ADDRESS':
      throw new ApiError('UNIMPLEMENTED', 'this server does not create wallets yet');
    default:
      throw fieldError('filterType', 'is not a known filter type');
  }
}
