import { randomUUID } from 'node:crypto';
import { createP256Stamper } from '@mintmark/stamper';
import { afterAll, describe, expect, test } from 'vitest';
import { arrangeRows } from '../../../test/arrange-rows.ts';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { type HeldToken, startPasscodeService } from '../../../test/passcodes.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { usersTable } from './users-table.ts';

const service = await startService();
const passcodes = await startPasscodeService();
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await passcodes.service[Symbol.asyncDispose]();
});

const allLogins = ['FEATURE_NAME_OTP_EMAIL_AUTH', 'FEATURE_NAME_SMS_AUTH'];

const contacts = [
  {
    operation: 'update_user_email',
    field: 'userEmail',
    value: 'ada@example.com',
    other: 'bob@example.com',
    verified: 'emailVerified',
    logins: ['FEATURE_NAME_EMAIL_AUTH', 'FEATURE_NAME_OTP_EMAIL_AUTH'],
  },
  {
    operation: 'update_user_phone_number',
    field: 'userPhoneNumber',
    value: '+14155550123',
    other: '+14155550124',
    verified: 'phoneNumberVerified',
    logins: ['FEATURE_NAME_SMS_AUTH'],
  },
] as const;

/** The same user with the key that a token is bound to. */
async function registerHolder(user: Actor, { client }: HeldToken): Promise<Actor> {
  const apiKeys = [{ apiKeyName: 'Client', publicKey: client.publicKey.hex, curveType: 'API_KEY_CURVE_P256' }];
  resultOf(await passcodes.service.submit(user, 'create_api_keys', { userId: user.userId, apiKeys }));
  return { ...user, stamper: createP256Stamper(client.toApiKey()) };
}

describe.each(contacts)('$operation', ({ operation, field, value, other, verified, logins }) => {
  const changed = { [field]: value };

  test('default', async () => {
    const [root] = await addOrganization(service);
    const { userId } = await addUser(service, root, { [field]: other });
    const parameters = { userId: userId.toUpperCase(), ...changed };
    expect(resultOf(await service.submit(root, operation, parameters))).toEqual({ userId });
    expect((await service.ask(root, 'get_user', { userId })).json.user).toMatchObject(changed);
  });

  test('args: the empty string removes it', async () => {
    const [root] = await addOrganization(service);
    const { userId } = await addUser(service, root, changed);
    resultOf(await service.submit(root, operation, { userId, [field]: '' }));
    expect((await service.ask(root, 'get_user', { userId })).json.user).not.toHaveProperty(field);
  });

  test('behavior: a new contact is not verified, the same contact stays verified', async () => {
    const [root] = await addOrganization(service);
    const { userId } = await addUser(service, root, changed);
    await arrangeRows(service, usersTable, { id: userId }, { [verified]: true });
    const isVerified = async () => {
      const [row] = await service.database.query((sql) => sql`select * from users where id = ${userId}`);
      return row?.[verified];
    };
    resultOf(await service.submit(root, operation, { userId, ...changed }));
    expect(await isVerified()).toBe(true);
    resultOf(await service.submit(root, operation, { userId, [field]: other }));
    expect(await isVerified()).toBe(false);
  });

  test('behavior: it can be removed from a user who has nothing else, while no login method is offered', async () => {
    const [root] = await addOrganization(service, { features: logins });
    const { userId } = await addUser(service, root, { ...changed, apiKeys: [] });
    resultOf(await service.submit(root, operation, { userId, [field]: '' }));
  });

  test('behavior: a token for the new contact makes it verified, once', async () => {
    const { submit, database } = passcodes.service;
    const [root] = await addOrganization(passcodes.service, { features: allLogins });
    const [one, two] = [await addUser(passcodes.service, root), await addUser(passcodes.service, root)];
    const held = await passcodes.obtainToken(root, value);
    const { verificationToken } = held;
    const holder = await registerHolder(root, held);
    resultOf(await submit(holder, operation, { userId: one.userId, ...changed, verificationToken }));
    const [row] = await database.query((sql) => sql`select * from users where id = ${one.userId}`);
    expect(row?.[verified]).toBe(true);
    const again = await submit(holder, operation, { userId: two.userId, ...changed, verificationToken });
    expect([...refusalOf(again), again.json.message]).toEqual([
      400,
      'INVALID_VERIFICATION_TOKEN',
      'invalid verification token: it was already used',
    ]);
  });

  test('error: a token for another contact, another type, another organization, no token at all', async () => {
    const { submit, database } = passcodes.service;
    const [root] = await addOrganization(passcodes.service, { features: allLogins });
    const [stranger] = await addOrganization(passcodes.service, { features: allLogins });
    const { userId } = await addUser(passcodes.service, root);
    const ofOtherType = contacts.find((contact) => contact.operation !== operation)?.value ?? '';
    const cases = [
      ['it is for another contact', value, (await passcodes.obtainToken(root, other)).verificationToken],
      ['it is for another contact', '', (await passcodes.obtainToken(root, value)).verificationToken],
      ['it is for another type of contact', value, (await passcodes.obtainToken(root, ofOtherType)).verificationToken],
      [
        'it was issued for another organization',
        value,
        (await passcodes.obtainToken(stranger, value)).verificationToken,
      ],
      ['token.header is not canonical base64url', value, 'a.b.c'],
      [
        'the request is not stamped with the key that it is bound to',
        value,
        (await passcodes.obtainToken(root, value)).verificationToken,
      ],
    ] as const;
    for (const [why, contact, verificationToken] of cases) {
      const reply = await submit(root, operation, { userId, [field]: contact, verificationToken });
      expect([...refusalOf(reply), reply.json.message]).toEqual([
        400,
        'INVALID_VERIFICATION_TOKEN',
        `invalid verification token: ${why}`,
      ]);
    }
    const [row] = await database.query((sql) => sql`select * from users where id = ${userId}`);
    expect(row).toMatchObject({ email: null, phoneNumber: null, [verified]: false });
  });

  test('error: unknown user, user of another organization', async () => {
    const [root] = await addOrganization(service);
    for (const userId of [randomUUID(), service.root.userId]) {
      const reply = await service.submit(root, operation, { userId, ...changed });
      expect(refusalOf(reply)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
  });

  test('error: a user who is not a root user, even for themselves', async () => {
    const [root] = await addOrganization(service);
    const user = await addUser(service, root);
    const reply = await service.submit(user, operation, { userId: user.userId, ...changed });
    expect(refusalOf(reply)).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  });
});
