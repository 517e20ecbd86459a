import { generatePrivateKey } from '@mintmark/stamper';
import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { startPasscodeService } from '../../../test/passcodes.ts';
import type { Actor } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const start = Date.now();
let passedMs = 0;
const passcodes = await startPasscodeService({ clock: () => new Date(start + passedMs) });
const { service, request, init, codeOf, tryCode, mails, texts } = passcodes;
afterAll(() => service[Symbol.asyncDispose]());

const features = ['FEATURE_NAME_OTP_EMAIL_AUTH', 'FEATURE_NAME_SMS_AUTH'];
const newTop = async () => (await addOrganization(service, { features }))[0];
let contacts = 0;
const newContact = () => `user-${++contacts}@example.com`;
const passcodesOf = ({ organizationId }: Actor) =>
  service.database.query((sql) => sql`select * from passcodes where organization_id = ${organizationId}`);

test('default: a mail with a code of nine letters and digits, which works for five minutes', async () => {
  const root = await newTop();
  const contact = newContact();
  const requested = await init(root, contact);
  const code = await codeOf(contact);
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}$/);
  const mail = mails.at(-1);
  expect(mail).toMatchObject({ to: contact, subject: 'Your Acme verification code' });
  expect(mail?.text).toContain('within 5 minutes');
  const bundle = JSON.parse(requested.otpEncryptionTargetBundle);
  expect(bundle.enclaveQuorumPublic).toBe(service.services.tokenKeys.otp.publicKey);
  const data = JSON.parse(Buffer.from(bundle.data, 'hex').toString());
  expect(data).toMatchObject({ organizationId: root.organizationId, otpId: requested.otpId });
  expect(resultOf(await tryCode(root, requested, code, generatePrivateKey('p256')))).toHaveProperty(
    'verificationToken',
  );
});

test('args: SMS, digits, length, lifetime, sender and reply-to', async () => {
  const root = await newTop();
  const contact = '+14155550123';
  await init(root, contact, {
    otpLength: 6,
    alphanumeric: false,
    smsCustomization: { template: 'Code {{.OtpCode}}!' },
  });
  await service.outbox.idle();
  expect(texts.at(-1)?.text).toMatch(/^Code \d{6}!$/);
  const email = newContact();
  await init(root, email, {
    otpLength: 7,
    expirationSeconds: '600',
    sendFromEmailAddress: 'codes@acme.test',
    sendFromEmailSenderName: 'Acme codes',
    replyToEmailAddress: 'help@acme.test',
    emailCustomization: { magicLinkTemplate: 'https://acme.test/in?code=%s', templateVariables: '{}' },
  });
  const code = await codeOf(email);
  expect(code).toHaveLength(7);
  expect(mails.at(-1)).toMatchObject({ from: 'codes@acme.test', fromName: 'Acme codes', replyTo: 'help@acme.test' });
  expect(mails.at(-1)?.text).toContain(`https://acme.test/in?code=${code}`);
  expect(mails.at(-1)?.text).toContain('within 10 minutes');
});

test('behavior: version 2 answers with the id alone', async () => {
  const root = await newTop();
  const reply = await service.submit(
    root,
    'init_otp',
    { otpType: 'OTP_TYPE_EMAIL', contact: newContact(), appName: 'Acme' },
    { type: 'ACTIVITY_TYPE_INIT_OTP_V2' },
  );
  expect(reply.json.activity.result).toEqual({ initOtpResult: { otpId: expect.any(String) } });
  expect(reply.json.activity.intent).toHaveProperty('initOtpIntentV2');
});

test('behavior: the code is nowhere in the database, and nothing of the message stays', async () => {
  const root = await newTop();
  const contact = newContact();
  await init(root, contact);
  const code = await codeOf(contact);
  const rows = await service.database.query(async (sql) => [
    ...(await sql`select * from passcodes`),
    ...(await sql`select body, result from activities`),
    ...(await sql`select * from outbox`),
  ]);
  const text = rows.flatMap((row) =>
    Object.values(row).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : `${value}`,
    ),
  );
  expect(text.length).toBeGreaterThan(10);
  expect(text.filter((one) => one.includes(code))).toEqual([]);
});

test('behavior: a repetition of the same bytes sends nothing', async () => {
  const root = await newTop();
  const contact = newContact();
  const reply = await request(root, contact);
  await codeOf(contact);
  const count = mails.length;
  const again = await service.send(root, 'init_otp', reply.body);
  expect(again.json.activity).toEqual(reply.json.activity);
  await service.outbox.idle();
  expect(mails).toHaveLength(count);
});

describe('limits', () => {
  test('error: a fourth request within three minutes', async () => {
    const root = await newTop();
    const contact = newContact();
    const first = await init(root, contact);
    // A used code counts as a request, too.
    resultOf(await tryCode(root, first, await codeOf(contact), generatePrivateKey('p256')));
    await init(root, contact.toUpperCase());
    await init(root, contact);
    const refused = await request(root, contact);
    expect(refusalOf(refused)).toEqual([429, 'MAX_OTP_INITIATED']);
    expect(refused.json.message).toContain('Max number of OTPs have been initiated');
    // With an identifier, that is what is counted, over all contacts.
    for (let count = 0; count < 3; count++) await init(root, newContact(), { userIdentifier: 'device 2' });
    expect(refusalOf(await request(root, newContact(), { userIdentifier: 'device 2' }))).toEqual([
      429,
      'MAX_OTP_INITIATED',
    ]);
    expect(await passcodesOf(root)).toHaveLength(6);
  });

  test('error: an eleventh request within ten minutes, whatever the identifiers', async () => {
    const root = await newTop();
    const contact = newContact();
    for (let count = 0; count < 10; count++) await init(root, contact, { userIdentifier: `device of ${count}` });
    expect(refusalOf(await request(root, contact, { userIdentifier: 'another device' }))).toEqual([
      429,
      'MAX_OTP_INITIATED',
    ]);
    passedMs += 600_000;
    await init(root, contact, { userIdentifier: 'another device' });
  });

  test('behavior: a fourth code replaces the oldest of three that work', async () => {
    const root = await newTop();
    const contact = newContact();
    const oldest = await init(root, contact, { expirationSeconds: '600' });
    const code = await codeOf(contact);
    passedMs += 1;
    const second = await init(root, contact, { expirationSeconds: '600' });
    const secondCode = await codeOf(contact);
    passedMs += 1;
    await init(root, contact, { expirationSeconds: '600' });
    passedMs += 200_000;
    await init(root, contact, { expirationSeconds: '600' });
    expect(await passcodesOf(root)).toHaveLength(3);
    const client = generatePrivateKey('p256');
    expect(refusalOf(await tryCode(root, oldest, code, client))).toEqual([400, 'INVALID_OTP_CODE']);
    resultOf(await tryCode(root, second, secondCode, client));
    passedMs += 600_000;
    await init(root, contact);
    expect(await passcodesOf(root)).toHaveLength(1);
  });

  test.each([
    ['used', 1],
    ['tried three times', 3],
  ])('behavior: two codes that were %s replace none that works', async (_, tries) => {
    const root = await newTop();
    const contact = newContact();
    const client = generatePrivateKey('p256');
    const oldest = await init(root, contact, { expirationSeconds: '600' });
    const oldestCode = await codeOf(contact);
    for (let count = 0; count < 2; count++) {
      passedMs += 1;
      const requested = await init(root, contact, { expirationSeconds: '600' });
      const code = tries === 1 ? await codeOf(contact) : 'UUUUUUUUU';
      for (let tried = 0; tried < tries; tried++)
        expect((await tryCode(root, requested, code, client)).status).toBe(tries === 1 ? 200 : 400);
    }
    passedMs += 200_000;
    await init(root, contact, { expirationSeconds: '600' });
    resultOf(await tryCode(root, oldest, oldestCode, client));
  });

  test('behavior: of ten requests at the same time, three succeed', async () => {
    const root = await newTop();
    const contact = newContact();
    const replies = await Promise.all(Array.from({ length: 10 }, () => request(root, contact)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(7).fill(429)]);
    expect(await passcodesOf(root)).toHaveLength(3);
  });
});

describe('who gets a code', () => {
  test('behavior: in a sub-organization only a contact of a user; the answer and the statements are the same', async () => {
    const known = newContact();
    const sub = await addSubOrganization(service, 'Ada', { userEmail: known });
    const byParent = { ...service.root, organizationId: sub.organizationId };
    // Warm: caches of keys and prepared statements.
    await init(byParent, newContact());
    await service.outbox.idle();
    const count = mails.length;
    const watch = async (contact: string) => {
      const statements: string[] = [];
      const stop = service.watchStatements((text) => statements.push(text));
      const reply = await request(byParent, contact);
      await service.outbox.idle();
      stop();
      return { statements, result: resultOf(reply), keys: Object.keys(reply.json.activity) };
    };
    const unknown = await watch(newContact());
    expect(mails).toHaveLength(count);
    const sent = await watch(known);
    expect(mails).toHaveLength(count + 1);
    expect(unknown.statements).toEqual(sent.statements);
    expect(unknown.statements.length).toBeGreaterThan(10);
    expect(unknown.keys).toEqual(sent.keys);
    expect(Object.keys(unknown.result)).toEqual(Object.keys(sent.result));
  });

  test('behavior: the same by SMS', async () => {
    const phone = '+14155550199';
    const sub = await addSubOrganization(service, 'Ada', { userPhoneNumber: phone });
    const count = texts.length;
    await init(sub, '+14155550198');
    await service.outbox.idle();
    expect(texts).toHaveLength(count);
    await init(sub, phone);
    await service.outbox.idle();
    expect(texts).toHaveLength(count + 1);
    const left = await service.database.query(
      (sql) => sql`select from outbox where organization_id = ${sub.organizationId}`,
    );
    expect(left).toEqual([]);
  });

  test('behavior: the code of an unknown contact is judged like any other', async () => {
    const sub = await addSubOrganization(service, 'Ada');
    const requested = await init(sub, newContact());
    const client = generatePrivateKey('p256');
    const words = [];
    for (let count = 0; count < 4; count++)
      words.push((await tryCode(sub, requested, '000000000', client)).json.message);
    expect(words).toEqual([...Array(3).fill('Invalid OTP code'), 'Invalid OTP code: it was tried three times']);
  });
});

describe('refusals', () => {
  test('error: a type whose feature is off', async () => {
    const [root] = await addOrganization(service);
    expect(refusalOf(await request(root, newContact()))).toEqual([400, 'OTP_DISABLED']);
    expect(refusalOf(await request(root, '+14155550123'))).toEqual([400, 'OTP_DISABLED']);
  });

  test('error: a user without rights, and a stranger', async () => {
    const root = await newTop();
    const user = await addUser(service, root);
    expect(refusalOf(await request(user, newContact()))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    const other = { ...user, organizationId: service.root.organizationId };
    expect(refusalOf(await request(other, newContact()))).toEqual([401, 'PUBLIC_KEY_NOT_FOUND']);
    expect(await passcodesOf(root)).toEqual([]);
  });

  test('error: a link to nowhere', async () => {
    const root = await newTop();
    const link = (magicLinkTemplate: string) =>
      request(root, newContact(), { emailCustomization: { magicLinkTemplate } });
    expect(refusalOf(await link('http://acme.test/%s'))).toEqual([400, 'REQUEST_INVALID']);
    expect(refusalOf(await link('https://%s.acme.test/'))).toEqual([400, 'REQUEST_INVALID']);
  });

  test('error: nothing to send with: the activity is kept as failed', async () => {
    await using without = (await startPasscodeService({ mail: undefined, sms: undefined })).service;
    const [root] = await addOrganization(without, { features });
    for (const [otpType, contact, errorCode] of [
      ['OTP_TYPE_EMAIL', newContact(), 'EMAIL_SENDING_DISABLED'],
      ['OTP_TYPE_SMS', '+14155550123', 'SMS_SENDING_DISABLED'],
    ]) {
      const before = await readTables(without.database);
      const { status, json } = await without.submit(root, 'init_otp', { otpType, contact, appName: 'Acme' });
      expect([status, json.activity.status]).toEqual([200, 'ACTIVITY_STATUS_FAILED']);
      expect(json.activity.failure.details[0].errorCode).toBe(errorCode);
      expect(await readTables(without.database)).toMatchObject({ activities: before.activities + 1n });
    }
    const kept = await without.database.query((sql) => sql`select from passcodes union all select from outbox`);
    expect(kept).toEqual([]);
  });

  test('error: a sender that the operator does not allow', async () => {
    const mail = { allowsSender: (address: string) => address === 'codes@acme.test', send: async () => {} };
    await using strict = (await startPasscodeService({ mail })).service;
    const [root] = await addOrganization(strict, { features });
    const send = (sendFromEmailAddress: string) =>
      strict.submit(root, 'init_otp', {
        otpType: 'OTP_TYPE_EMAIL',
        contact: newContact(),
        appName: 'Acme',
        sendFromEmailAddress,
      });
    expect(refusalOf(await send('ceo@bank.test'))).toEqual([403, 'EMAIL_SENDER_NOT_ALLOWED']);
    resultOf(await send('codes@acme.test'));
  });
});

test('behavior: the audit holds', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});
