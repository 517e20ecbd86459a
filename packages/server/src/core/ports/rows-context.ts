import type { Sql } from '../../storage/store/database.ts';
import type { OrganizationKey } from '../model/of-organization.ts';
import type { Services } from './services.ts';

/** What code gets that reads rows of an organization and needs only its key. */
export interface RowsContext {
  readonly sql: Sql;
  readonly organization: OrganizationKey;
  readonly services: Pick<Services, 'macs'>;
}
