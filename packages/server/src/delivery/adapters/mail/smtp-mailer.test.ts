import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { makeCertificate } from '@mintmark/testing/certificate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailServer, refusal } from '../../../../test/mail-server.ts';
import type { MailMessage } from '../../../core/ports/mailer.ts';
import { MailError } from './mail-error.ts';
import { createSmtpMailer, type SmtpMailerOptions } from './smtp-mailer.ts';

const from = 'Mintmark <no-reply@mail.test>';
const message = {
  to: 'alice@example.test',
  subject: 'Your code',
  text: 'Your code:\n\n123456\n',
  html: '<p>123456</p>',
} as const;

const send = (
  options: Partial<SmtpMailerOptions>,
  more: Partial<MailMessage> = {},
  signal = new AbortController().signal,
) => createSmtpMailer({ smtpUrl: '', from, ...options }).send({ ...message, ...more }, { signal });

const errorOf = async (sending: Promise<void>): Promise<MailError> => {
  const error = await sending.then(
    () => expect.fail('it was accepted'),
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(MailError);
  return error as MailError;
};

/** The headers of a message, unfolded. */
const headersOf = (raw: string) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n');

describe('a message', () => {
  let server: MailServer;
  beforeAll(async () => {
    server = await MailServer.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const received = async (more: Partial<MailMessage> = {}, options: Partial<SmtpMailerOptions> = {}) => {
    await send({ smtpUrl: server.url, ...options }, more);
    return server.received.at(-1) ?? expect.fail('nothing was received');
  };

  test('default: arrives with its text and its HTML, and the code is on its own line', async () => {
    const { raw, ...envelope } = await received({ messageId: 'abc-1' }, { replyTo: 'Help <help@mail.test>' });
    expect(envelope).toMatchObject({ from: 'no-reply@mail.test', to: ['alice@example.test'], isSecure: false });
    expect(headersOf(raw)).toEqual(
      expect.arrayContaining([
        'From: Mintmark <no-reply@mail.test>',
        'To: alice@example.test',
        'Reply-To: Help <help@mail.test>',
        'Subject: Your code',
        'Message-ID: <abc-1@mail.test>',
        'Auto-Submitted: auto-generated',
      ]),
    );
    expect(raw).toContain('\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n');
    expect(raw).toContain('\r\n123456\r\n');
    expect(raw).toContain('<p>123456</p>');
  });

  test('behavior: text in any language is sent in ASCII, and the code stays on its own line', async () => {
    const { raw } = await received({ subject: 'あなたのコード', fromName: 'Café', text: 'あなたのコード\n\n123456\n' });
    expect(raw).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(raw).toContain('\r\n123456\r\n');
  });

  test('behavior: a sender is used if the operator allows it', async () => {
    const options = { allowedFrom: ['Codes@App.test'] };
    const { raw, from: sender } = await received({ from: 'codes@app.test', fromName: 'App' }, options);
    expect(sender).toBe('codes@app.test');
    expect(headersOf(raw)).toContain('From: App <codes@app.test>');
    const error = await errorOf(send({ smtpUrl: server.url, ...options }, { from: 'other@app.test' }));
    expect(error).toMatchObject({ code: 'INVALID', isPermanent: true });
    expect(error.message).toBe('the message is not valid (SENDER_NOT_ALLOWED)');
  });

  test('behavior: names with special characters stay names', async () => {
    const { raw, to } = await received({ fromName: 'Eve <eve@evil.test>, "x' });
    expect(to).toEqual(['alice@example.test']);
    expect(headersOf(raw)).toContain('From: "Eve <eve@evil.test>, \\"x" <no-reply@mail.test>');
  });

  const injected = ['\r\nBcc: eve@evil.test', '\nBcc: eve@evil.test', '\rBcc: eve@evil.test', '\0', '\u2028', '\u0085'];
  test.each([
    ...injected.flatMap((text) => [
      { subject: `Code${text}` },
      { fromName: `App${text}` },
      { from: `no-reply@mail.test${text}` },
      { to: `alice@example.test${text}` },
      { replyTo: `help@mail.test${text}` },
      { messageId: `abc${text}` },
    ]),
    { to: 'alice@example.test, eve@evil.test' },
    { to: 'Eve <eve@evil.test>' },
    { to: 'alice@example.test> RCPT TO:<eve@evil.test' },
    { to: '' },
    { replyTo: 'a@b.test,c@d.test' },
  ])('error: a header cannot be injected with %j', async (more) => {
    const before = server.connections;
    const error = await errorOf(send({ smtpUrl: server.url }, more));
    expect(error).toMatchObject({ code: 'INVALID', isPermanent: true });
    expect(server.connections).toBe(before);
  });

  test('behavior: the body cannot end the message early', async () => {
    const count = server.received.length;
    const { raw } = await received({ text: 'one\r\n.\r\nRSET\r\n' });
    expect(server.received).toHaveLength(count + 1);
    expect(raw).toContain('RSET');
  });
});

describe('TLS', () => {
  let certificate: { cert: string; key: string };
  beforeAll(async () => {
    certificate = await makeCertificate(['DNS:localhost', 'IP:127.0.0.1']);
  });

  test('behavior: STARTTLS, with a login', async () => {
    await using server = await MailServer.start(certificate);
    const smtpUrl = `smtp://a%40b.test:right@localhost:${server.port}`;
    await send({ smtpUrl, ca: certificate.cert });
    expect(server.received).toMatchObject([{ isSecure: true, user: 'a@b.test' }]);
  });

  test('behavior: TLS from the start', async () => {
    await using server = await MailServer.start({ ...certificate, secure: true });
    await send({ smtpUrl: `smtps://user:right@127.0.0.1:${server.port}`, ca: certificate.cert });
    expect(server.received).toMatchObject([{ isSecure: true, user: 'user' }]);
  });

  test.each([false, true])('error: a certificate that is not trusted, secure: %s', async (secure) => {
    await using server = await MailServer.start({ ...certificate, secure });
    const smtpUrl = `${secure ? 'smtps' : 'smtp'}://user:right@127.0.0.1:${server.port}`;
    const error = await errorOf(send({ smtpUrl }));
    expect(error).toMatchObject({ code: 'TLS', isPermanent: false });
    expect(error.message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  test('error: a server without STARTTLS gets neither credentials nor mail', async () => {
    await using server = await MailServer.start();
    const error = await errorOf(send({ smtpUrl: `smtp://user:right@127.0.0.1:${server.port}` }));
    expect(error).toMatchObject({ code: 'TLS', isPermanent: false });
    expect(server.received).toEqual([]);
  });

  test('error: a login that is refused, without the password', async () => {
    await using server = await MailServer.start(certificate);
    const smtpUrl = `smtp://user:s3cret@localhost:${server.port}`;
    const error = await errorOf(send({ smtpUrl, ca: certificate.cert }));
    expect(error).toMatchObject({ code: 'LOGIN', reply: 535, answer: undefined, isPermanent: false });
    expect(error.message).toBe(`smtp://localhost:${server.port}: the mail server refused the login (SMTP 535)`);
  });
});

describe('failures', () => {
  test.each([
    [550, true],
    [450, false],
  ])('error: the recipient is refused with %d', async (status, isPermanent) => {
    await using server = await MailServer.start();
    server.onRecipient = (address) => refusal(status, `no mailbox ${address}`);
    const error = await errorOf(send({ smtpUrl: server.url }));
    expect(error).toMatchObject({ code: 'RECIPIENT', reply: status, isPermanent });
    expect(error.message).not.toContain('alice');
    expect(error.answer).toContain('no mailbox alice@example.test');
  });

  test.each([
    [554, true],
    [451, false],
  ])('error: the message is refused with %d', async (status, isPermanent) => {
    await using server = await MailServer.start();
    server.onMessage = () => refusal(status, 'no');
    expect(await errorOf(send({ smtpUrl: server.url }))).toMatchObject({ code: 'MESSAGE', reply: status, isPermanent });
  });

  test('error: the server dies while it reads the message', async () => {
    await using server = await MailServer.start();
    server.onMessage = () => {
      server.cut();
      return new Promise(() => {});
    };
    expect(await errorOf(send({ smtpUrl: server.url }))).toMatchObject({ code: 'LOST', isPermanent: false });
    server.onMessage = () => undefined;
  });

  test('error: nobody listens, and a host that does not exist', async () => {
    const server = await MailServer.start();
    const { url } = server;
    await server[Symbol.asyncDispose]();
    const refused = await errorOf(send({ smtpUrl: url }));
    expect([refused.code, refused.isPermanent]).toEqual(['HOST', false]);
    expect(refused.message).toContain('ECONNREFUSED');
    expect(await errorOf(send({ smtpUrl: 'smtp://none.invalid?tls=none' }))).toMatchObject({ code: 'HOST' });
  });

  test('error: the server is busy', async () => {
    await using server = await MailServer.start({ onConnect: (_, done) => done(refusal(421, 'busy')) });
    expect(await errorOf(send({ smtpUrl: server.url }))).toMatchObject({
      code: 'REFUSED',
      reply: 421,
      isPermanent: false,
    });
  });

  test('behavior: the signal ends an attempt at a silent server, and the connection closes', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const stopping = new AbortController();
    const sending = send({ smtpUrl: `smtp://127.0.0.1:${port}?tls=none` }, {}, stopping.signal);
    await expect.poll(() => sockets).toHaveLength(1);
    stopping.abort(new Error('stopped'));
    await expect(sending).rejects.toThrow('stopped');
    await expect.poll(() => sockets[0]?.readableEnded || sockets[0]?.destroyed).toBe(true);
    await expect(send({ smtpUrl: `smtp://127.0.0.1:${port}?tls=none` }, {}, stopping.signal)).rejects.toThrow(
      'stopped',
    );
    silent.close();
  });
});
