import listVerifiedSuborgs from '@mintmark/schema/operations/organizations/list-verified-suborgs';
import type { z } from 'zod';
import { answer } from '../../core/handlers/implement.ts';
import { fieldError } from '../../core/model/api-error.ts';
import { anyOrganization } from '../../core/tables/searchable-values.ts';
import { type Sought, searchSubOrganizations } from '../../identity/organizations/search-sub-organizations.ts';

export default answer(listVerifiedSuborgs, async (context, { paginationOptions, ...filter }) => ({
  organizationIds: await searchSubOrganizations(context, soughtBy(filter), paginationOptions),
}));

type Filter = Pick<z.output<typeof listVerifiedSuborgs.request>, 'filterType' | 'filterValue'>;

function soughtBy({ filterType, filterValue: value }: Filter): Sought {
  if (!filterType && !value) return { kind: 'verifiedContact', value: anyOrganization };
  // An incomplete filter must not count as no filter: the caller would get all sub-organizations instead of one.
  if (!filterType) throw fieldError('filterType', 'is required with a filterValue');
  if (!value) throw fieldError('filterValue', 'is required with a filterType');
  if (filterType === 'EMAIL') return { kind: 'verifiedEmail', value };
  if (filterType === 'PHONE_NUMBER') return { kind: 'verifiedPhoneNumber', value };
  throw fieldError('filterType', 'must be EMAIL or PHONE_NUMBER');
}
