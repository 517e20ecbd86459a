import getAuthenticator from '@mintmark/schema/operations/credentials/get-authenticator';
import { answer } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { type AuthenticatorRow, authenticatorRecord } from '../../identity/credentials/authenticator-record.ts';
import { authenticatorsTable } from '../../identity/credentials/authenticators-table.ts';

export default answer(getAuthenticator, async ({ sql, organization, services }, { authenticatorId }) => {
  const rows = await sql<AuthenticatorRow[]>`
    select * from authenticators
    where ${ofOrganization(sql, organization)} and id = ${authenticatorId}
      and deleted_at is null`;
  const [row] = services.macs.genuine(authenticatorsTable, rows, ownerColumns(organization));
  if (!row) throw new ApiError('RESOURCE_NOT_FOUND', 'webauthn authenticator not found');
  return { authenticator: authenticatorRecord(row) };
});
