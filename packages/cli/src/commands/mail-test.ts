import { mailboxDirectory } from '@mintmark/server/delivery/adapters/mail/development-mailbox';
import { isMailAddress, mailboxText, readMailbox } from '@mintmark/server/delivery/adapters/mail/mail-address';
import { MailError } from '@mintmark/server/delivery/adapters/mail/mail-error';
import { isProduction, openMailer } from '@mintmark/server/delivery/adapters/mail/open-mailer';
import { readSmtpUrl, smtpServerText } from '@mintmark/server/delivery/adapters/mail/smtp-address';
import { readConfiguration } from '@mintmark/server/runtime/process/configuration';
import type { Configuration } from '@mintmark/server/runtime/process/configuration-schema';
import { SettingsError } from '@mintmark/server/runtime/process/settings-error';
import { makeOwnDirectory } from '@mintmark/server/storage/files/own-file';
import { settingsOf } from '../settings-of.ts';
import type { Command, Given } from './command.ts';

/** As long as a delivery of the service may take. */
const patienceMs = 20_000;

async function run({ options: { to }, surroundings }: Given): Promise<number> {
  const { env, print } = surroundings;
  if (to === undefined) throw new SettingsError('no recipient given: use mintmark mail test ADDRESS');
  if (!isMailAddress(to)) throw new SettingsError('the recipient is not an e-mail address');
  const settings = settingsOf(surroundings);
  const { dataDirectory, database } = settings;
  const configuration = await readConfiguration(settings, env);
  const options = { database, dataDirectory, isProduction: isProduction(env) };
  const { mail } = openMailer(configuration.mail, options);
  if (!mail) throw new SettingsError('no mail server is configured: add the member "mail" to the configuration file');
  for (const line of describe(configuration.mail, dataDirectory)) print(line);
  print(`to      ${to}`);
  if (!configuration.mail) await makeOwnDirectory(dataDirectory, 0o711);
  const message = { to, subject: 'Mintmark test message', text: 'Mintmark can send mail to this address.\n' };
  const signal = AbortSignal.timeout(patienceMs);
  await mail.send(message, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw new SettingsError(`not accepted: no answer within ${patienceMs / 1_000} seconds`);
    if (!(error instanceof MailError)) throw error;
    throw new SettingsError(`not accepted: ${error.message}${advice(error)}`);
  });
  print(configuration.mail ? 'accepted: the mail server accepted the message' : 'kept as a file');
  return 0;
}

function describe(mail: Configuration['mail'], dataDirectory: string): string[] {
  const address = mail && readSmtpUrl(mail.smtpUrl);
  const from = mail && readMailbox(mail.from);
  if (!address || !from) return [`server  none: messages are kept in ${mailboxDirectory(dataDirectory)}`];
  const login = address.credentials ? `, as the user ${address.credentials.user}` : ', without a login';
  const tls = { immediate: 'TLS', starttls: 'STARTTLS', none: 'no TLS' }[address.tls];
  return [`server  ${smtpServerText(address)} (${tls}${login})`, `from    ${mailboxText(from)}`];
}

/** What the server said, without control characters, and what to look at. */
function advice({ code, answer }: MailError): string {
  const said = answer === undefined ? '' : `\nthe server said: ${answer.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 500)}`;
  const check = checks[code];
  return `${said}${check === undefined ? '' : `\n${check}`}`;
}

const checks: Partial<Record<MailError['code'], string>> = {
  HOST: 'check the host and the port of mail.smtpUrl, and whether this machine may connect to them',
  TLS: 'check whether the certificate is for this host and from an authority that Node or NODE_EXTRA_CA_CERTS knows, and whether mail.smtpUrl must begin with smtps:// (TLS from the start) or smtp:// (STARTTLS)',
  LOGIN: 'check the user and the password in mail.smtpUrl; special characters in them are percent-encoded',
  SENDER: 'check mail.from: the mail server must allow this sender',
  LOST: 'check whether mail.smtpUrl must begin with smtps:// (TLS from the start) or smtp:// (STARTTLS)',
};

export const mailTest: Command = {
  help: `Usage: mintmark mail test ADDRESS

Sends one message to this address with the mail settings of the configuration file. Prints which server and sender it uses, and whether
the server accepted the message. If not, it prints the reason, and exits with 1. The service need not run.

Options
  --to ADDRESS          the address, as an option

Environment
  MINTMARK_DATA_DIR           the directory of config.json, and of the mailbox if no mail server is configured (default: .mintmark)
  MINTMARK_CONFIG_FILE        the JSON file of the external services (default: config.json in MINTMARK_DATA_DIR, if it exists)
  NODE_ENV                    production: do not save mail as files if no mail server is configured`,
  run,
};
