import { describe, expect, test } from 'vitest';
import { MailServer, refusal } from '../../../test/mail-server.ts';
import { createOutboxRig, type OutboxRig } from '../../../test/outbox-rig.ts';
import { watched } from '../../../test/statements.ts';
import type { Services } from '../../core/ports/services.ts';
import { createSmtpMailer } from '../adapters/mail/smtp-mailer.ts';
import { isErased, retryFailed, retryOne } from '../outbox/manage-entries.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { mail } from './mail.ts';

const minute = 60_000;
const code = '918273';

/** A process that sends mail through this server. Its clock is that of the rig. */
function startMailing(rig: OutboxRig, smtpUrl: string | undefined): Outbox {
  const services: Services = {
    ...rig.services,
    clock: () => rig.now ?? new Date(),
    mail: smtpUrl === undefined ? undefined : createSmtpMailer({ smtpUrl, from: 'no-reply@mail.test' }),
  };
  return rig.start({ services, kinds: [mail], random: () => 0.5 });
}

type Left = Partial<Record<'to' | 'subject' | 'idempotencyKey', string>>;

async function leave(rig: OutboxRig, outbox: Outbox, { idempotencyKey = 'otp-1', ...more }: Left = {}) {
  const expiresAt = new Date((rig.now ?? new Date()).getTime() + 5 * minute).toISOString();
  const contents = {
    to: 'alice@example.test',
    subject: 'Your code',
    text: `Your code:\n\n${code}\n`,
    expiresAt,
    ...more,
  };
  const writer = await rig.database.transaction(async (sql) => {
    const writer = outbox.writer(sql, rig.organization);
    await writer.leave(mail, contents, { idempotencyKey });
    return writer;
  });
  outbox.wake(writer);
  await outbox.idle();
}

async function deliverDue(outbox: Outbox): Promise<void> {
  await watched(() => outbox.poll());
  await outbox.idle();
}

const erased = { state: 'failed', leaseId: null, contents: null, sealedContents: null };

describe('mail', () => {
  test('behavior: the reason of a failure is removed after a week', async () => {
    await using rig = await createOutboxRig();
    rig.now = new Date();
    const outbox = startMailing(rig, undefined);
    await leave(rig, outbox);
    await deliverDue(outbox);
    expect(await rig.rows()).toMatchObject([{ ...erased, errorCode: 'NOT_CONFIGURED' }]);
    rig.now = new Date(rig.now.getTime() + 6 * 24 * 60 * minute);
    await leave(rig, outbox, { idempotencyKey: 'otp-2' });
    await deliverDue(outbox);
    expect(await rig.rows()).toHaveLength(2);
    rig.now = new Date(rig.now.getTime() + 2 * 24 * 60 * minute);
    await leave(rig, outbox, { idempotencyKey: 'otp-3' });
    await deliverDue(outbox);
    expect(await rig.rows()).toHaveLength(2);
  });

  test('default: is sent once, and nothing of it stays', async () => {
    await using rig = await createOutboxRig();
    await using server = await MailServer.start();
    const outbox = startMailing(rig, server.url);
    await leave(rig, outbox);
    await deliverDue(outbox);
    expect(server.received).toMatchObject([{ from: 'no-reply@mail.test', to: ['alice@example.test'] }]);
    expect(server.received[0]?.raw).toContain(`\r\n${code}\r\n`);
    expect(await rig.rows()).toEqual([]);
  });

  test('behavior: a server that is away and comes back gets the mail once', async () => {
    await using rig = await createOutboxRig();
    rig.now = new Date();
    const away = await MailServer.start();
    const { port, url } = away;
    await away[Symbol.asyncDispose]();
    const outbox = startMailing(rig, url);
    await leave(rig, outbox);
    expect(await rig.rows()).toMatchObject([{ state: 'waiting', attempts: 1, errorCode: 'UNREACHABLE' }]);
    await using server = await MailServer.start({ port });
    rig.now = new Date(rig.now.getTime() + 10_001);
    await deliverDue(outbox);
    await deliverDue(outbox);
    expect(server.received).toHaveLength(1);
    expect(await rig.rows()).toEqual([]);
  });

  test('behavior: a server that dies mid-way gets it again, with the same Message-ID', async () => {
    await using rig = await createOutboxRig();
    rig.now = new Date();
    await using server = await MailServer.start();
    const ids: (string | undefined)[] = [];
    const outbox = startMailing(rig, server.url);
    server.onMessage = (raw) => {
      ids.push(/^Message-ID: (.*)\r$/m.exec(raw)?.[1]);
      if (ids.length > 1) return undefined;
      server.cut();
      return new Promise(() => {});
    };
    await leave(rig, outbox);
    expect(await rig.rows()).toMatchObject([{ state: 'waiting', errorCode: 'UNREACHABLE' }]);
    rig.now = new Date(rig.now.getTime() + 10_001);
    await deliverDue(outbox);
    expect(ids).toEqual([expect.stringMatching(/^<[0-9a-f]{40}@mail\.test>$/), ids[0]]);
    expect(server.received).toHaveLength(1);
    expect(await rig.rows()).toEqual([]);
  });

  test('behavior: is tried until it expires, then the reason is kept and the contents are erased', async () => {
    await using rig = await createOutboxRig();
    const start = new Date();
    rig.now = start;
    await using server = await MailServer.start();
    server.onRecipient = () => refusal(450, `later: ${code}`);
    const outbox = startMailing(rig, server.url);
    await leave(rig, outbox);
    const tried = [0];
    for (let [row] = await rig.rows(); row.state === 'waiting'; [row] = await rig.rows()) {
      expect(row).toMatchObject({ errorCode: 'REFUSED', errorText: 'The target refused it (SMTP 450)' });
      expect(row.sealedContents).not.toBeNull();
      rig.now = row.dueAt as Date;
      tried.push((rig.now.getTime() - start.getTime()) / 1_000);
      await deliverDue(outbox);
    }
    // The last look is when the code expires, and sends nothing.
    expect(tried.map(Math.round)).toEqual([0, 10, 40, 70, 100, 130, 160, 190, 220, 250, 280, 300]);
    expect(server.connections).toBe(tried.length - 1);
    const [row] = await rig.rows();
    expect(row).toMatchObject({ ...erased, errorCode: 'EXPIRED', attempts: tried.length });
    expect(row.errorText).toBe('It is too old to be delivered. Last attempt: The target refused it (SMTP 450)');
    expect(rig.reports.at(-1)).toMatchObject({ outcome: 'failed', errorCode: 'EXPIRED' });
  });

  test('behavior: the attempts of an entry that expires are not counted', async () => {
    await using rig = await createOutboxRig();
    rig.now = new Date();
    await using server = await MailServer.start();
    const outbox = startMailing(rig, server.url);
    await outbox.stop();
    await leave(rig, outbox);
    await rig.database.query((sql) => sql`update outbox set attempts = 40`);
    await deliverDue(startMailing(rig, server.url));
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ['recipient', (server: MailServer) => (server.onRecipient = () => refusal(550, `no ${code}`))],
    ['message', (server: MailServer) => (server.onMessage = () => refusal(554, `no ${code}`))],
  ])('error: a %s that is refused for good is not tried again, and the contents are erased', async (_, refuse) => {
    await using rig = await createOutboxRig();
    await using server = await MailServer.start();
    refuse(server);
    const outbox = startMailing(rig, server.url);
    await leave(rig, outbox);
    const [row] = await rig.rows();
    expect(row).toMatchObject({ ...erased, errorCode: 'REFUSED', attempts: 1 });
    expect(row.errorText).toMatch(/^The target refused it \(SMTP 55[04]\)$/);
    expect(JSON.stringify(row)).not.toContain(code);
  });

  test('error: an entry without its contents cannot be tried again', async () => {
    await using rig = await createOutboxRig();
    const outbox = startMailing(rig, undefined);
    await leave(rig, outbox);
    const [row] = await rig.rows();
    expect(row).toMatchObject({ ...erased, errorCode: 'NOT_CONFIGURED', errorText: 'The target is not configured' });
    expect(await watched(() => retryOne(rig.database, row.id))).toBe(0);
    expect(await watched(() => retryFailed(rig.database))).toBe(0);
    expect(await watched(() => isErased(rig.database, row.id))).toBe(true);
    expect(await rig.rows()).toMatchObject([erased]);
  });

  test('error: a message that is not valid is given up immediately', async () => {
    await using rig = await createOutboxRig();
    await using server = await MailServer.start();
    const outbox = startMailing(rig, server.url);
    await leave(rig, outbox, { subject: 'Code\r\nBcc: eve@evil.test' });
    expect(await rig.rows()).toMatchObject([{ ...erased, errorCode: 'INVALID_CONTENTS' }]);
    expect(server.connections).toBe(0);
  });
});

test('error: the database refuses an entry that waits without contents', async () => {
  await using rig = await createOutboxRig();
  await leave(rig, startMailing(rig, undefined));
  const restored = rig.database.query((sql) => sql`update outbox set state = 'waiting'`);
  await expect(restored).rejects.toThrow();
});
