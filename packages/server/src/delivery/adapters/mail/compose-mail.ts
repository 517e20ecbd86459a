import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailMessage } from '../../../core/ports/mailer.ts';
import { domainOf, isHeaderText, isMailAddress, type Mailbox } from './mail-address.ts';
import { MailError } from './mail-error.ts';

export interface SenderOptions {
  readonly from: Mailbox;
  readonly replyTo?: Mailbox | undefined;
  /** The addresses that a message may have as its sender besides the usual one. */
  readonly allowedFrom?: readonly string[] | undefined;
}

export interface ComposedMail {
  /** The addresses for the mail server. */
  readonly from: string;
  readonly to: string;
  /** The message of RFC 5322, with CRLF. All its bytes are ASCII. */
  readonly bytes: Buffer;
}

/**
 * Composes a message. Addresses and names are checked here and are given to the library as objects: it would read a text as a list
 * of addresses.
 */
export async function composeMail(message: MailMessage, sender: SenderOptions): Promise<ComposedMail> {
  const { to, subject, text, html, replyTo, messageId = randomUUID() } = message;
  const from = senderOf(message, sender);
  require(isMailAddress(to), 'RECIPIENT');
  require(isHeaderText(subject), 'SUBJECT');
  require(replyTo === undefined || isMailAddress(replyTo), 'REPLY_TO');
  require(/^[A-Za-z0-9._-]{1,128}$/.test(messageId), 'MESSAGE_ID');
  const answersTo = replyTo === undefined ? sender.replyTo : { name: '', address: replyTo };
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    ...(answersTo && { replyTo: answersTo }),
    subject,
    messageId: `<${messageId}@${domainOf(from.address)}>`,
    // Scripts and people look for the code in the message as it is: base64 would hide it.
    textEncoding: 'quoted-printable',
    text,
    ...(html !== undefined && { html }),
    headers: { 'Auto-Submitted': 'auto-generated' },
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: from.address, to, bytes: await composer.compile().build() };
}

/** Whether a message may have this sender. */
export const allowsSender = ({ from, allowedFrom = [] }: SenderOptions, address: string): boolean =>
  [from.address, ...allowedFrom].some((one) => one.toLowerCase() === address.toLowerCase());

function senderOf({ from: asked, fromName }: MailMessage, options: SenderOptions): Mailbox {
  const { from } = options;
  const address = asked ?? from.address;
  const name = fromName ?? (asked === undefined ? from.name : '');
  require(isMailAddress(address), 'SENDER');
  require(isHeaderText(name), 'SENDER');
  require(allowsSender(options, address), 'SENDER_NOT_ALLOWED');
  return { name, address };
}

function require(isRight: boolean, reason: string): void {
  if (!isRight) throw new MailError('INVALID', { reason });
}
