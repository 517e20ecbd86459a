import type { Mailer, MailMessage } from '../../../core/ports/mailer.ts';
import { createDevelopmentMailbox, createMemoryMailbox } from './development-mailbox.ts';
import { createSmtpMailer, type SmtpMailerOptions } from './smtp-mailer.ts';

interface OpenMailerOptions {
  /** As in `createServer`: an ephemeral server keeps its mail in memory. */
  readonly database: string;
  readonly dataDirectory: string;
  readonly isProduction: boolean;
}

interface OpenedMailer {
  /** Undefined if the service cannot send mail. */
  readonly mail: Mailer | undefined;
  /** The messages that are kept in memory. */
  readonly mailbox: readonly MailMessage[];
}

/** Whether messages may not be kept on this machine instead of being sent. */
export const isProduction = (env: NodeJS.ProcessEnv): boolean => env['NODE_ENV'] === 'production';

/** The mailer of a configuration. Without a mail server, messages stay on this machine, but never in production. */
export function openMailer(configured: SmtpMailerOptions | undefined, options: OpenMailerOptions): OpenedMailer {
  if (configured) return { mail: createSmtpMailer(configured), mailbox: [] };
  if (options.isProduction) return { mail: undefined, mailbox: [] };
  if (options.database !== 'ephemeral') return { mail: createDevelopmentMailbox(options.dataDirectory), mailbox: [] };
  const mail = createMemoryMailbox();
  return { mail, mailbox: mail.messages };
}
