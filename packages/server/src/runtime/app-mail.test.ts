import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { describe, expect, test } from 'vitest';
import { DeliveryTarget } from '../../test/delivery-target.ts';
import { MailServer } from '../../test/mail-server.ts';
import { openTestStore } from '../../test/test-store.ts';
import { mail } from '../delivery/mail/mail.ts';
import { sms } from '../delivery/mail/sms.ts';
import type { DeliveryReport } from '../delivery/outbox/delivery-report.ts';
import { createServerOn, type ServerOptions } from './create-server.ts';

const message = { to: 'alice@example.test', subject: 'Your code', text: '123456\n' };

/** Starts a server, leaves a mail and a text message, and resolves when both were tried. */
async function sendBoth(options: ServerOptions) {
  const store = await openTestStore();
  const reports: DeliveryReport[] = [];
  await using server = await createServerOn(store, {
    database: 'ephemeral',
    onDelivery: (report) => reports.push(report),
    ...options,
  });
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const writer = await store.database.transaction(async (sql) => {
    const writer = server.outbox.writer(sql, { id: server.organizationId, parentId: null, source: null });
    await writer.leave(mail, { ...message, expiresAt });
    await writer.leave(sms, { to: '+15555550100', text: '123456', expiresAt });
    return writer;
  });
  server.outbox.wake(writer);
  await expect.poll(() => reports).toHaveLength(2);
  const outcomes = Object.fromEntries(reports.map(({ kind, outcome, errorCode }) => [kind, errorCode ?? outcome]));
  return { outcomes, mailbox: server.mailbox };
}

describe('the server', () => {
  test('default: an ephemeral server keeps mail in memory, and sends no text messages', async () => {
    const { outcomes, mailbox } = await sendBoth({});
    expect(outcomes).toEqual({ mail: 'delivered', sms: 'NOT_CONFIGURED' });
    expect(mailbox).toEqual([{ ...message, messageId: expect.stringMatching(/^[0-9a-f]{40}$/) }]);
  });

  test('args: a mail server and a gateway', async () => {
    await using mailServer = await MailServer.start();
    await using target = await DeliveryTarget.start();
    const { outcomes, mailbox } = await sendBoth({
      configuration: {
        mail: { smtpUrl: mailServer.url, from: 'no-reply@mail.test' },
        sms: { gatewayUrl: target.url },
      },
    });
    expect(outcomes).toEqual({ mail: 'delivered', sms: 'delivered' });
    expect(mailServer.received).toMatchObject([{ to: ['alice@example.test'] }]);
    expect(target.received).toHaveLength(1);
    expect(mailbox).toEqual([]);
  });

  test('behavior: a server with a data directory keeps mail as files', async () => {
    await using directory = await temporaryDirectory();
    const { outcomes } = await sendBoth({ database: 'embedded', dataDirectory: directory.path });
    expect(outcomes).toMatchObject({ mail: 'delivered' });
    expect(await readdir(join(directory.path, 'mail'))).toEqual([
      expect.stringMatching(/^\d{8}T\d{9}Z-[0-9a-f]{40}\.eml$/),
    ]);
  });
});
