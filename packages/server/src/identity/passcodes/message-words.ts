import type initOtp from '@mintmark/schema/operations/sessions/init-otp';
import type { z } from 'zod';
import type { ProxySettings } from '../../core/handlers/answer-proxy.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import type { Caller } from '../../core/model/caller.ts';
import { type Organization, tenantIdOf } from '../../core/model/organization.ts';
import type { Services } from '../../core/ports/services.ts';
import { readProxy } from '../organizations/auth-proxy-row.ts';
import { readSettings } from '../organizations/auth-proxy-settings.ts';
import { requireOrganization } from '../organizations/organization-row.ts';

/** What a message says besides its code, and in whose name. */
export type MessageWords = Pick<
  z.output<typeof initOtp.parameters>,
  | 'appName'
  | 'emailCustomization'
  | 'smsCustomization'
  | 'sendFromEmailAddress'
  | 'sendFromEmailSenderName'
  | 'replyToEmailAddress'
>;

/** Whether the words of a request are used. Anybody can make a sub-organization, and the messages come from the operator's server. */
export const choosesWords = ({ organization }: Pick<Caller, 'organization'>): boolean => organization.parentId === null;

/** The words that the settings of a sign-up proxy ask for. */
export function wordsOf(settings: Partial<ProxySettings>, { name }: Pick<Organization, 'name'>): MessageWords {
  const { emailCustomizationParams: email = {}, smsCustomizationParams: sms = {} } = settings;
  const { sendFromEmailAddress, sendFromEmailSenderName, replyToEmailAddress } = settings;
  return {
    appName: email.appName || name,
    emailCustomization: {
      ...(email.logoUrl && { logoUrl: email.logoUrl }),
      ...(email.magicLinkTemplate && { magicLinkTemplate: email.magicLinkTemplate }),
    },
    smsCustomization: { ...(sms.template && { template: sms.template }) },
    ...(sendFromEmailAddress && { sendFromEmailAddress }),
    ...(sendFromEmailSenderName && { sendFromEmailSenderName }),
    ...(replyToEmailAddress && { replyToEmailAddress }),
  };
}

/** The words of the parent: those of its sign-up proxy, or only its name. */
export async function readParentsWords(
  { sql, organization, services }: Pick<ReadContext, 'sql' | 'organization' | 'services'>,
  mail: Services['mail'],
): Promise<MessageWords> {
  const context = { sql, services, organization: { id: tenantIdOf(organization) } };
  const [parent, proxy] = await Promise.all([requireOrganization(context), readProxy(context)]);
  const { sendFromEmailAddress: from, ...words } = wordsOf(proxy ? readSettings(proxy) : {}, parent);
  // The operator may have stopped allowing the sender. That is not the caller's fault, so the usual one is used.
  return { ...words, ...(from !== undefined && mail?.allowsSender(from) && { sendFromEmailAddress: from }) };
}
