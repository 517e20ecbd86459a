import getAuthenticators from '@mintmark/schema/operations/credentials/get-authenticators';
import { answer } from '../../core/handlers/implement.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import { type AuthenticatorRow, authenticatorRecord } from '../../identity/credentials/authenticator-record.ts';
import { authenticatorsTable } from '../../identity/credentials/authenticators-table.ts';
import { requireUsers } from '../../identity/users/require-users.ts';

export default answer(getAuthenticators, async (context, { userId }) => {
  const { sql, organization, services } = context;
  const [rows] = await Promise.all([
    sql<AuthenticatorRow[]>`
      select * from authenticators
      where ${ofOrganization(sql, organization)} and user_id = ${userId}
        and deleted_at is null
      order by created_at desc, id desc`,
    requireUsers(context, [userId]),
  ]);
  const asked = { ...ownerColumns(organization), userId: userId.toLowerCase() };
  return { authenticators: services.macs.genuine(authenticatorsTable, rows, asked).map(authenticatorRecord) };
});
