import { canonicalAddress } from '@mintmark/chains/addresses';
import listSuborgs from '@mintmark/schema/operations/organizations/list-suborgs';
import type { z } from 'zod';
import { answer, type PrepareQueryContext } from '../../core/handlers/implement.ts';
import { fieldError } from '../../core/model/api-error.ts';
import { anyOrganization, identityText } from '../../core/tables/searchable-values.ts';
import { type Sought, searchSubOrganizations } from '../../identity/organizations/search-sub-organizations.ts';

export default answer(listSuborgs, {
  prepare: soughtBy,
  answer: async (context, { paginationOptions }, sought) => ({
    organizationIds: await searchSubOrganizations(context, sought, paginationOptions),
  }),
});

type Filter = Pick<z.output<typeof listSuborgs.request>, 'filterType' | 'filterValue'>;

async function soughtBy(
  { services, signal }: PrepareQueryContext,
  { filterType, filterValue: value }: Filter,
): Promise<Sought> {
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
