import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Mailer, MailMessage } from '../../../core/ports/mailer.ts';
import { makeOwnDirectory } from '../../../storage/files/own-file.ts';
import { createPrivateFile } from '../../../storage/files/private-file.ts';
import { composeMail, type SenderOptions } from './compose-mail.ts';

/** The sender if none is configured. RFC 2606: nobody has this domain. */
const sender: SenderOptions = { from: { name: 'Mintmark', address: 'no-reply@mintmark.invalid' } };

/** Where the mailbox of a data directory is. */
export const mailboxDirectory = (dataDirectory: string): string => join(dataDirectory, 'mail');

/** Keeps each message as a file of RFC 5322, `mail/<UTC time>-<id>.eml`, instead of sending it. */
export function createDevelopmentMailbox(dataDirectory: string): Mailer {
  const directory = mailboxDirectory(dataDirectory);
  return {
    allowsSender: () => true,
    async send(message, { signal }) {
      signal.throwIfAborted();
      const { messageId = randomUUID() } = message;
      const { bytes } = await composeMail({ ...message, messageId }, senderFor(message));
      await makeOwnDirectory(directory, 0o700);
      const time = new Date().toISOString().replaceAll(/[-:.]/g, '');
      await createPrivateFile(join(directory, `${time}-${messageId}.eml`), bytes.toString('latin1'));
    },
  };
}

/** The mailbox of a server whose database is ephemeral too. */
export interface MemoryMailbox extends Mailer {
  /** The newest messages, oldest first. */
  readonly messages: readonly MailMessage[];
}

const maxMessages = 1_000;

/** Keeps messages in memory instead of sending them. It refuses what a mail server would never get. */
export function createMemoryMailbox(): MemoryMailbox {
  const messages: MailMessage[] = [];
  return {
    messages,
    allowsSender: () => true,
    async send(message, { signal }) {
      signal.throwIfAborted();
      await composeMail(message, senderFor(message));
      messages.push(message);
      if (messages.length > maxMessages) messages.shift();
    },
  };
}

/** Nothing is sent, so that no sender has to be allowed. */
const senderFor = ({ from }: MailMessage): SenderOptions =>
  from === undefined ? sender : { ...sender, allowedFrom: [from] };
