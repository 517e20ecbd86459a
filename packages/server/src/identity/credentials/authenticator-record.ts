import type { Authenticator } from '@mintmark/schema/fields/credentials/authenticator';
import type { z } from 'zod';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { authenticatorsTable } from './authenticators-table.ts';

export type AuthenticatorRow = Authenticated<RowOf<typeof authenticatorsTable>>;

/** A passkey, as answers show it. */
export const authenticatorRecord = (row: AuthenticatorRow): z.output<typeof Authenticator> => ({
  transports: [...row.transports],
  attestationType: row.attestationType,
  aaguid: row.aaguid,
  credentialId: row.credentialId,
  model: row.model,
  credential: { publicKey: row.publicKey, type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR' },
  authenticatorId: row.id,
  authenticatorName: row.name,
  createdAt: timestamp(row.createdAt),
  updatedAt: timestamp(row.updatedAt),
});
