import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { MailServer, refusal } from '@mintmark/server/test/mail-server';
import { makeCertificate } from '@mintmark/testing/certificate';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runMintmark } from '../../test/run-mintmark.ts';

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let server: MailServer;
beforeAll(async () => {
  directory = await temporaryDirectory();
  const certificate = await makeCertificate(['DNS:localhost']);
  // As NODE_EXTRA_CA_CERTS does for a process.
  setDefaultCACertificates([...getCACertificates(), certificate.cert]);
  server = await MailServer.start(certificate);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});
beforeEach(() => {
  server.received.length = 0;
  server.onRecipient = () => undefined;
});

/** Runs the command with these settings, and checks that it never prints the password. */
async function run(words: readonly string[], mail?: object, env: Readonly<Record<string, string>> = {}) {
  const config = join(directory.path, `${crypto.randomUUID()}.json`);
  await writeFile(config, JSON.stringify(mail ? { mail } : {}));
  const data = join(directory.path, 'data');
  const all = { MINTMARK_DATA_DIR: data, MINTMARK_CONFIG_FILE: config, ...env };
  const ended = await runMintmark(['mail', 'test', ...words], all);
  expect(`${ended.stdout}${ended.stderr}`).not.toMatch(/s3cret|right/);
  return ended;
}

const to = 'alice@example.test';
const settings = (more: object = {}) => ({
  smtpUrl: `smtp://user:right@localhost:${server.port}`,
  from: 'Mintmark <no-reply@mail.test>',
  ...more,
});

describe('mintmark mail test', () => {
  test('default: says which server accepted the message', async () => {
    expect(await run([to], settings())).toEqual({
      code: 0,
      stdout: [
        `server  smtp://localhost:${server.port} (STARTTLS, as the user user)`,
        'from    Mintmark <no-reply@mail.test>',
        `to      ${to}`,
        'accepted: the mail server accepted the message\n',
      ].join('\n'),
      stderr: '',
    });
    expect(server.received).toMatchObject([{ to: [to], isSecure: true, user: 'user' }]);
    expect(await run(['--to', to], settings())).toMatchObject({ code: 0 });
    expect(server.received).toHaveLength(2);
  });

  test('behavior: without a mail server the message is kept as a file, but not in production', async () => {
    const { code, stdout } = await run([to]);
    const mailbox = join(directory.path, 'data', 'mail');
    expect([code, stdout]).toEqual([
      0,
      `server  none: messages are kept in ${mailbox}\nto      ${to}\nkept as a file\n`,
    ]);
    const [name] = await readdir(mailbox);
    expect(await readFile(join(mailbox, name as string), 'utf8')).toContain('Mintmark can send mail');
    const production = await run([to], undefined, { NODE_ENV: 'production' });
    expect([production.code, production.stderr]).toEqual([
      1,
      'mintmark: no mail server is configured: add the member "mail" to the configuration file\n',
    ]);
  });

  test.each([
    ['the recipient', () => settings(), 'refused the recipient (SMTP 550)\nthe server said: 550 no such user'],
    [
      'the login',
      () => settings({ smtpUrl: `smtp://user:s3cret@localhost:${server.port}` }),
      'refused the login (SMTP 535)\ncheck the user and the password',
    ],
    [
      'TLS: the certificate is for another host',
      () => settings({ smtpUrl: `smtp://user:right@127.0.0.1:${server.port}` }),
      'no trusted TLS connection to the mail server (ERR_TLS_CERT_ALTNAME_INVALID)\ncheck whether the certificate',
    ],
    [
      'the host',
      () => settings({ smtpUrl: 'smtps://user:right@none.invalid' }),
      'smtps://none.invalid:465: the mail server cannot be reached',
    ],
  ])('error: %s', async (_, mail, message) => {
    server.onRecipient = () => refusal(550, 'no such user');
    const { code, stdout, stderr } = await run([to], mail());
    expect(code).toBe(1);
    expect(stdout).toContain('from    Mintmark');
    expect(stderr).toContain('mintmark: not accepted: ');
    expect(stderr).toContain(message);
    expect(server.received).toEqual([]);
  });

  test.concurrent.each([
    [[], 'no recipient given: use mintmark mail test ADDRESS'],
    [['alice'], 'the recipient is not an e-mail address'],
    [[to, '--to', to], '--to is given twice'],
    [[to, 'bob@example.test'], 'no such command: mail test alice@example.test bob@example.test'],
    [['--to'], '--to needs a value'],
  ])('error: %j', async (words, message) => {
    const { code, stdout, stderr } = await run(words);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });

  test('behavior: help says how to give the address', async () => {
    expect((await run(['--help'])).stdout).toContain('Usage: mintmark mail test ADDRESS');
  });
});
