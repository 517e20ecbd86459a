import { mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { expect, test } from 'vitest';
import { buildPasscodeMail } from '../../mail/passcode-mail.ts';
import { createDevelopmentMailbox, createMemoryMailbox } from './development-mailbox.ts';
import { openMailer } from './open-mailer.ts';

const signal = new AbortController().signal;
const message = {
  to: 'alice@example.test',
  ...buildPasscodeMail({ code: '123456', appName: 'Acme', minutes: 5 }),
} as const;

test('default: keeps each message as one file that only its owner can read', async () => {
  await using directory = await temporaryDirectory();
  const mailbox = createDevelopmentMailbox(directory.path);
  await mailbox.send({ ...message, messageId: 'abc' }, { signal });
  await mailbox.send({ ...message, from: 'codes@app.test', fromName: 'App' }, { signal });
  const folder = join(directory.path, 'mail');
  const names = (await readdir(folder)).toSorted();
  expect(names).toHaveLength(2);
  expect(names.find((name) => name.endsWith('-abc.eml'))).toMatch(/^\d{8}T\d{9}Z-abc\.eml$/);
  for (const name of names) {
    const file = join(folder, name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const raw = await readFile(file, 'latin1');
    expect(raw).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(raw).toContain('Subject: Your Acme verification code\r\n');
    expect(raw).toContain('Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n');
    expect(raw).toContain('\r\n123456\r\n');
    expect(raw).toMatch(/^To: alice@example\.test\r$/m);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const senders = await Promise.all(names.map(async (name) => readFile(join(folder, name), 'latin1')));
  expect(senders.join()).toContain('From: App <codes@app.test>\r\n');
  expect(senders.join()).toContain('From: Mintmark <no-reply@mintmark.invalid>\r\n');
});

test('behavior: a mailbox in memory keeps the newest messages, and refuses what could not be sent', async () => {
  const mailbox = createMemoryMailbox();
  for (let count = 0; count < 1_001; count++) await mailbox.send({ ...message, messageId: `${count}` }, { signal });
  expect(mailbox.messages).toHaveLength(1_000);
  expect(mailbox.messages.at(-1)).toEqual({ ...message, messageId: '1000' });
  await expect(mailbox.send({ ...message, to: 'a@b.test\r\nBcc: c@d.test' }, { signal })).rejects.toThrow('not valid');
});

test('error: a message id cannot leave the directory', async () => {
  await using directory = await temporaryDirectory();
  const mailbox = createDevelopmentMailbox(directory.path);
  await expect(mailbox.send({ ...message, messageId: '/../../x' }, { signal })).rejects.toThrow('MESSAGE_ID');
  expect(await readdir(directory.path)).toEqual([]);
});

test('behavior: without a mail server there is a mailbox, but never in production', async () => {
  await using directory = await temporaryDirectory();
  const options = { database: 'embedded', dataDirectory: directory.path, isProduction: false };
  await openMailer(undefined, options).mail?.send(message, { signal });
  expect(await readdir(join(directory.path, 'mail'))).toHaveLength(1);
  const ephemeral = openMailer(undefined, { ...options, database: 'ephemeral' });
  await ephemeral.mail?.send(message, { signal });
  expect(ephemeral.mailbox).toEqual([message]);
  for (const database of ['embedded', 'ephemeral'])
    expect(openMailer(undefined, { ...options, database, isProduction: true }).mail).toBeUndefined();
});

test('error: a directory that leads nowhere', async () => {
  await using directory = await temporaryDirectory();
  await mkdir(join(directory.path, 'data'));
  await symlink(join(directory.path, 'none'), join(directory.path, 'data', 'mail'));
  await expect(createDevelopmentMailbox(join(directory.path, 'data')).send(message, { signal })).rejects.toThrow();
});
