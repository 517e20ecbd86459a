import type { OauthProvider } from '@mintmark/schema/fields/credentials/oauth-provider';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { oauthProvidersTable } from './oauth-providers-table.ts';

export type OauthProviderRow = Authenticated<RowOf<typeof oauthProvidersTable>>;

/** A linked identity, as answers show it. */
export const oauthProviderRecord = (row: OauthProviderRow): z.output<typeof OauthProvider> => ({
  providerId: row.id,
  providerName: row.name,
  issuer: row.issuer,
  audience: row.audience,
  subject: row.subject,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});
