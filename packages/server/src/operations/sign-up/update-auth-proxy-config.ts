import updateAuthProxyConfig from '@mintmark/schema/operations/sign-up/update-auth-proxy-config';
import type { z } from 'zod';
import { implement } from '../../core/handlers/implement.ts';
import { fieldError } from '../../core/model/api-error.ts';
import { isLinkTemplate, isTextTemplate } from '../../delivery/mail/passcode-mail.ts';
import { authProxiesTable } from '../../identity/organizations/auth-proxies-table.ts';
import { requireProxy, requireTop } from '../../identity/organizations/auth-proxy-row.ts';
import { writeSettings } from '../../identity/organizations/auth-proxy-settings.ts';
import { keepAccess } from '../../identity/users/access.ts';

export default implement(updateAuthProxyConfig, async (context, changes) => {
  requireTop(context.organization);
  requireUsable(changes);
  const proxy = await requireProxy(context);
  const settings = writeSettings(proxy, changes);
  // Root users may have no other way in than passcodes, which the proxy requests.
  await keepAccess(context, () =>
    context.writer.change(authProxiesTable, [proxy], { settings, updatedAt: context.now }),
  );
  return { configId: proxy.id };
});

/** Refuses settings that no request could ever match, or messages without a code. */
function requireUsable({
  allowedOrigins = [],
  emailCustomizationParams: { logoUrl, magicLinkTemplate } = {},
  smsCustomizationParams: { template } = {},
}: z.output<typeof updateAuthProxyConfig.parameters>): void {
  const at = 'parameters';
  for (const [index, origin] of allowedOrigins.entries())
    if (origin !== '*' && URL.parse(origin)?.origin !== origin)
      throw fieldError(`${at}.allowedOrigins.${index}`, 'is not an origin in the form that browsers send');
  const email = `${at}.emailCustomizationParams`;
  if (logoUrl && URL.parse(logoUrl)?.protocol !== 'https:')
    throw fieldError(`${email}.logoUrl`, 'must be an https address');
  if (magicLinkTemplate && !isLinkTemplate(magicLinkTemplate))
    throw fieldError(`${email}.magicLinkTemplate`, 'must be an https address with %s in place of the code');
  if (template && !isTextTemplate(template))
    throw fieldError(`${at}.smsCustomizationParams.template`, 'must have {{.OtpCode}} in place of the code');
}
