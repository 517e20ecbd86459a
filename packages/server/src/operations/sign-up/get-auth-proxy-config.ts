import getAuthProxyConfig from '@mintmark/schema/operations/sign-up/get-auth-proxy-config';
import { answer } from '../../core/handlers/implement.ts';
import { requireProxy } from '../../identity/organizations/auth-proxy-row.ts';
import { readSettings } from '../../identity/organizations/auth-proxy-settings.ts';

export default answer(getAuthProxyConfig, async (context) => {
  const proxy = await requireProxy(context);
  return { authProxyConfig: { configId: proxy.id, userId: proxy.userId, ...readSettings(proxy) } };
});
