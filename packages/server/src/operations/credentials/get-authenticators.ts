import getAuthenticators from '@mintmark/schema/operations/credentials/get-authenticators';
import { answer } from '../../contract/implement.ts';
import { type AuthenticatorRow, authenticatorRecord } from '../../credentials/authenticator-record.ts';
import { requireUsers } from '../../users/require-users.ts';

export default answer(getAuthenticators, async (context, { userId }) => {
  const { sql, organization, macs } = context;
  const [rows] = await Promise.all([
    sql<AuthenticatorRow[]>`
      select * from authenticators
      where tenant_id = ${organization.tenantId} and organization_id = ${organization.id} and user_id = ${userId}
        and deleted_at is null
      order by created_at desc, id desc`,
    requireUsers(context, [userId]),
  ]);
  const asked = { tenantId: organization.tenantId, organizationId: organization.id, userId: userId.toLowerCase() };
  return { authenticators: macs.genuine('authenticators', rows, asked).map(authenticatorRecord) };
});
