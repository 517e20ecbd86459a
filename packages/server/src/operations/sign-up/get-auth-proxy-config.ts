import getAuthProxyConfig from '@mintmark/schema/operations/sign-up/get-auth-proxy-config';
import { readSettings } from '../../auth-proxy/settings.ts';
import { answer } from '../../contract/implement.ts';
import { requireProxy } from '../../organizations/auth-proxy-row.ts';

export default answer(getAuthProxyConfig, async (context) => {
  const proxy = await requireProxy(context);
  return { authProxyConfig: { configId: proxy.id, userId: proxy.userId, ...readSettings(proxy) } };
});
