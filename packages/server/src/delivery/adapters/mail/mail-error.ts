/** Why a mail was not accepted. */
const mailErrorCodes = {
  HOST: 'the mail server cannot be reached',
  TLS: 'there is no trusted TLS connection to the mail server',
  REFUSED: 'the mail server refused the connection',
  LOGIN: 'the mail server refused the login',
  SENDER: 'the mail server refused the sender',
  RECIPIENT: 'the mail server refused the recipient',
  MESSAGE: 'the mail server refused the message',
  LOST: 'the connection was lost before the mail server accepted the message',
  INVALID: 'the message is not valid',
} as const;

export type MailErrorCode = keyof typeof mailErrorCodes;

interface MailErrorOptions {
  /** The mail server, without credentials. */
  readonly server?: string;
  /** The status of the SMTP reply. */
  readonly reply?: number | undefined;
  /** A constant, such as the code of a system error. */
  readonly reason?: string | undefined;
  /** What the server said. It may quote the message. */
  readonly answer?: string | undefined;
}

/**
 * Every error of a mailer. The message names the server, and no part of the mail or of the credentials. So there is no `cause`:
 * errors of the library quote the replies of the server.
 */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly code: MailErrorCode;
  readonly reply: number | undefined;
  /** For the eyes of the operator only: it may quote the recipient. Never what was said about a login. */
  readonly answer: string | undefined;

  constructor(code: MailErrorCode, { server, reply, reason, answer }: MailErrorOptions = {}) {
    const details = [...(reply === undefined ? [] : [`SMTP ${reply}`]), ...(reason === undefined ? [] : [reason])];
    const where = server === undefined ? '' : `${server}: `;
    super(`${where}${mailErrorCodes[code]}${details.length > 0 ? ` (${details.join(', ')})` : ''}`);
    this.code = code;
    this.reply = reply;
    this.answer = answer;
  }

  /** Whether sending the same message again would be useless: RFC 5321 §4.2.1. Replies about the connection are not about it. */
  get isPermanent(): boolean {
    if (this.code === 'INVALID') return true;
    return ['SENDER', 'RECIPIENT', 'MESSAGE'].includes(this.code) && (this.reply ?? 0) >= 500;
  }
}
