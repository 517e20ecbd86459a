import disableAuthProxy from '@mintmark/schema/operations/sign-up/disable-auth-proxy';
import { implement } from '../../core/handlers/implement.ts';
import { apiKeysTable } from '../../identity/credentials/api-keys-table.ts';
import { authProxiesTable } from '../../identity/organizations/auth-proxies-table.ts';
import { requireProxy, requireTop } from '../../identity/organizations/auth-proxy-row.ts';
import { readFeatures } from '../../identity/organizations/features.ts';
import { featuresTable } from '../../identity/organizations/features-table.ts';
import { keepAccess } from '../../identity/users/access.ts';
import { readUsers } from '../../identity/users/user-record.ts';
import { usersTable } from '../../identity/users/users-table.ts';

export default implement(disableAuthProxy, async (context) => {
  const { now, writer } = context;
  requireTop(context.organization);
  const proxy = await requireProxy(context);
  const users = await readUsers(context, [proxy.userId]);
  const ended = { deletedAt: now, updatedAt: now };
  // Root users may have no other way in than passcodes, which the proxy requests.
  await keepAccess(context, async () => {
    await writer.remove(authProxiesTable, [proxy]);
    await writer.change(usersTable, users, ended);
    await writer.change(
      apiKeysTable,
      users.flatMap(({ apiKeys }) => apiKeys),
      ended,
    );
    await writer.remove(featuresTable, await readFeatures(context, 'FEATURE_NAME_AUTH_PROXY'));
  });
  return {};
});
