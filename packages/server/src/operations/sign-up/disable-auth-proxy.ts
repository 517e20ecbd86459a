import disableAuthProxy from '@mintmark/schema/operations/sign-up/disable-auth-proxy';
import { implement } from '../../contract/implement.ts';
import { requireProxy, requireTop } from '../../organizations/auth-proxy-row.ts';
import { readFeatures } from '../../organizations/features.ts';
import { keepAccess } from '../../users/access.ts';
import { readUsers } from '../../users/user-record.ts';

export default implement(disableAuthProxy, async (context) => {
  const { now, writer } = context;
  requireTop(context.organization);
  const proxy = await requireProxy(context);
  const users = await readUsers(context, [proxy.userId]);
  const ended = { deletedAt: now, updatedAt: now };
  // Root users may have no other way in than passcodes, which the proxy requests.
  await keepAccess(context, async () => {
    await writer.remove('auth_proxies', [proxy]);
    await writer.change('users', users, ended);
    await writer.change(
      'api_keys',
      users.flatMap(({ apiKeys }) => apiKeys),
      ended,
    );
    await writer.remove('features', await readFeatures(context, 'FEATURE_NAME_AUTH_PROXY'));
  });
  return {};
});
