import { z } from 'zod';
import { isMailAddress, readMailbox } from '../../../delivery/adapters/mail/mail-address.ts';
import { readSmtpUrl, smtpUrlRule } from '../../../delivery/adapters/mail/smtp-address.ts';
import { type ReadSecret, secret } from './secret.ts';

/** How the service sends mail. */
export const buildMail = (readSecret: ReadSecret) =>
  z
    .strictObject({
      smtpUrl: secret(
        readSecret,
        z.string().refine((text) => readSmtpUrl(text) !== undefined, { error: smtpUrlRule }),
      ).describe(
        'The mail server: smtps://… for TLS, smtp://… for STARTTLS, smtp://…?tls=none for a relay without TLS.',
      ),
      from: mailbox.describe('The sender: an address, or a name with an address in angle brackets.'),
      replyTo: mailbox.describe('The Reply-To address, if replies should not go to the sender.').optional(),
      allowedFrom: z
        .array(z.string().refine(isMailAddress, { error: 'must be an e-mail address' }))
        .describe('The addresses that organizations may choose as the sender of their mail.')
        .optional(),
    })
    .describe('How the service sends mail.');

const mailbox = z
  .string()
  .refine((text) => readMailbox(text) !== undefined, { error: 'must be an e-mail address, or Name <address>' });
