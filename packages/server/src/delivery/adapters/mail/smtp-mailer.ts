import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Mailer } from '../../../core/ports/mailer.ts';
import { codeOf } from '../outbound-error.ts';
import { allowsSender, type ComposedMail, composeMail } from './compose-mail.ts';
import { readMailbox } from './mail-address.ts';
import { MailError, type MailErrorCode } from './mail-error.ts';
import { readSmtpUrl, type SmtpAddress, smtpServerText } from './smtp-address.ts';

export interface SmtpMailerOptions {
  /** `smtps://…`, or `smtp://…` with STARTTLS, which is then required unless the URL ends with `?tls=none`. */
  readonly smtpUrl: string;
  /** `address` or `Name <address>`. */
  readonly from: string;
  readonly replyTo?: string | undefined;
  /** The addresses that a message may name as its sender. */
  readonly allowedFrom?: readonly string[] | undefined;
  /** The certificate authority to trust instead of those that Node knows, in PEM. */
  readonly ca?: string;
}

/** How long each step may take, if the signal does not end it before. */
const timeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** How long to wait for the answer to QUIT. */
const quitMs = 1_000;

/** Creates a mailer on a mail server. Each message has its own connection, so nothing keeps the process alive. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const address = readSmtpUrl(options.smtpUrl);
  const from = readMailbox(options.from);
  const replyTo = options.replyTo === undefined ? undefined : readMailbox(options.replyTo);
  if (!address || !from || (options.replyTo !== undefined && !replyTo))
    throw new Error('the mail settings are not valid');
  const sender = { from, replyTo, allowedFrom: options.allowedFrom };
  return {
    allowsSender: (asked) => allowsSender(sender, asked),
    async send(message, { signal }) {
      signal.throwIfAborted();
      const mail = await composeMail(message, sender);
      await deliver(mail, address, { ca: options.ca, signal });
    },
  };
}

interface DeliverOptions {
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
}

async function deliver({ from, to, bytes }: ComposedMail, address: SmtpAddress, { ca, signal }: DeliverOptions) {
  const { host, port, tls, credentials } = address;
  const connection = new SMTPConnection({
    host,
    port,
    secure: tls === 'immediate',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    ...timeouts,
  });
  const failed = Promise.withResolvers<never>();
  // The listener stays: an error that nobody listens for would end the process.
  connection.on('error', failed.reject);
  connection.on('end', () => failed.reject(new Error('closed')));
  const abort = () => failed.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const step = (begin: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      failed.promise,
      new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve()))),
    ]);
  let isAccepted = false;
  try {
    await step((done) => connection.connect(done));
    if (credentials) await step((done) => connection.login({ ...credentials }, done));
    await step((done) => connection.send({ from, to: [to], size: bytes.length }, bytes, done));
    isAccepted = true;
  } catch (error) {
    throw signal.aborted ? signal.reason : mailErrorOf(error, smtpServerText(address));
  } finally {
    signal.removeEventListener('abort', abort);
    failed.promise.catch(() => {});
    if (isAccepted) {
      connection.quit();
      setTimeout(() => connection.close(), quitMs).unref();
    } else connection.close();
  }
}

interface LibraryError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

function mailErrorOf(thrown: unknown, server: string): MailError {
  const error = thrown as LibraryError;
  const code = whatFailed(error);
  const system = error.originalCode === undefined ? error : { code: error.originalCode };
  const reason =
    error.responseCode === undefined ? codeOf(Object.assign(new Error(), { code: system.code })) : undefined;
  // A server could quote what it was sent, and after AUTH that is the password.
  const answer = code === 'LOGIN' ? undefined : error.response;
  return new MailError(code, { server, reply: error.responseCode, reason, answer });
}

const unreachable = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EACCES|EADDRNOTAVAIL|ETIMEDOUT|CONNECT_TIMEOUT)$/;

function whatFailed({ code = '', originalCode = '', command = '', responseCode }: LibraryError): MailErrorCode {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'LOGIN';
  // Errors of certificates have codes of OpenSSL.
  if (code === 'ETLS' || /CERT|SSL|TLS|ISSUER|SIGNATURE/.test(originalCode)) return 'TLS';
  if (command === 'MAIL FROM') return 'SENDER';
  if (command === 'RCPT TO') return 'RECIPIENT';
  if (command === 'DATA') return 'MESSAGE';
  if (responseCode !== undefined) return 'REFUSED';
  if (code === 'EDNS' || unreachable.test(originalCode)) return 'HOST';
  return 'LOST';
}
