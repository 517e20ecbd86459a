import { generatePrivateKey, type PrivateKey } from '@mintmark/stamper';
import { buildLoginMessage, buildSignupMessage, createP256Signer, signClientMessage } from '@mintmark/stamper/tokens';
import { afterAll, expect, test } from 'vitest';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { claimsOf, type HeldToken, startPasscodeService } from '../../../test/passcodes.ts';
import { newKey, type Reply } from '../../../test/service.ts';
import { addSubOrganization, rootUser } from '../../../test/sub-organizations.ts';
import { readTables } from '../../../test/table-state.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const { service, obtainToken } = await startPasscodeService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, ask } = service;
resultOf(await submit(root, 'set_organization_feature', { name: 'FEATURE_NAME_SMS_AUTH' }));

let contacts = 0;
const newContact = () => `user-${++contacts}@example.com`;
const sign = (message: string, key: PrivateKey) => signClientMessage(message, createP256Signer(key.toApiKey()));

interface NewUser {
  readonly apiKeys: object[];
  readonly userEmail?: string;
  readonly userPhoneNumber?: string;
}

/** The signature of the token's key for a root user. */
function signUp({ verificationToken, client }: HeldToken, { apiKeys, userEmail, userPhoneNumber }: NewUser) {
  const contact = {
    ...(userEmail !== undefined && { email: userEmail }),
    ...(userPhoneNumber !== undefined && { phoneNumber: userPhoneNumber }),
  };
  const usage = { apiKeys, authenticators: [], oauthProviders: [], ...contact };
  return sign(buildSignupMessage(claimsOf(verificationToken).id, usage), client);
}

const create = (rootUsers: readonly object[], more: object = {}, envelope: object = {}): Promise<Reply> =>
  submit(
    root,
    'create_sub_organization',
    { subOrganizationName: 'Ada', rootUsers, rootQuorumThreshold: 1, ...more },
    envelope,
  );
const verifiedOf = async (organizationId: string) =>
  service.database.query(
    (sql) => sql`
      select name, email_verified, phone_number_verified from users
      where organization_id = ${organizationId} order by name`,
  );
const newUser = (more: object): NewUser => rootUser(newKey().apiKey, more) as unknown as NewUser;

test('default: the contact of the root user is verified, and no other', async () => {
  const contact = newContact();
  const token = await obtainToken(root, contact);
  const user = newUser({ userEmail: contact, userPhoneNumber: '+14155550123' });
  const bob = newUser({ userName: 'Bob', userEmail: newContact() });
  const { verificationToken } = token;
  const clientSignature = await signUp(token, user);
  const wallet = { walletName: 'Wallet', accounts: [ethereumAccount()] };
  const made = resultOf(await create([bob, user], { verificationToken, clientSignature, wallet }));
  expect(made.wallet.addresses).toHaveLength(1);
  expect(await verifiedOf(made.subOrganizationId)).toEqual([
    { name: 'Ada', emailVerified: true, phoneNumberVerified: false },
    { name: 'Bob', emailVerified: false, phoneNumberVerified: false },
  ]);
  const found = await ask(root, 'list_verified_suborgs', { filterType: 'EMAIL', filterValue: contact });
  expect(found.json).toEqual({ organizationIds: [made.subOrganizationId] });
});

test('behavior: by SMS, and with the type of version 7', async () => {
  const phone = '+14155550124';
  const token = await obtainToken(root, phone);
  const user = newUser({ userPhoneNumber: phone });
  const more = { verificationToken: token.verificationToken, clientSignature: await signUp(token, user) };
  const made = resultOf(await create([user], more, { type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7' }));
  expect(await verifiedOf(made.subOrganizationId)).toMatchObject([{ emailVerified: false, phoneNumberVerified: true }]);
});

test('behavior: of two sign-ups racing on one token, exactly one wins', async () => {
  const contact = newContact();
  const token = await obtainToken(root, contact);
  const { verificationToken } = token;
  const users = [newUser({ userEmail: contact }), newUser({ userEmail: contact })];
  const replies = await Promise.all(
    users.map(async (user) => create([user], { verificationToken, clientSignature: await signUp(token, user) })),
  );
  expect(replies.map(({ error }) => error).toSorted()).toEqual(['INVALID_VERIFICATION_TOKEN', undefined]);
  const found = await ask(root, 'list_suborgs', { filterType: 'EMAIL', filterValue: contact });
  expect(found.json.organizationIds).toHaveLength(1);
});

const [stranger] = await addOrganization(service, { features: ['FEATURE_NAME_OTP_EMAIL_AUTH'] });

interface Case {
  readonly token: HeldToken;
  readonly user: NewUser;
}

/** What is wrong with a sign-up: each gets a good token and its user, and returns the parameters. */
const wrongs: Record<string, readonly [code: string, build: (good: Case) => Promise<object>]> = {
  'no client signature': [
    'INVALID_CLIENT_SIGNATURE',
    async ({ token: { verificationToken } }) => ({ verificationToken }),
  ],
  'no token': ['INVALID_CLIENT_SIGNATURE', async ({ token, user }) => ({ clientSignature: await signUp(token, user) })],
  'a signature of another key': [
    'INVALID_CLIENT_SIGNATURE',
    async ({ token, user }) => ({
      verificationToken: token.verificationToken,
      clientSignature: await signUp({ ...token, client: generatePrivateKey('p256') }, user),
    }),
  ],
  'a signature for other API keys': [
    'INVALID_CLIENT_SIGNATURE',
    async ({ token, user }) => ({
      verificationToken: token.verificationToken,
      clientSignature: await signUp(token, { ...user, apiKeys: [newKey().apiKey] }),
    }),
  ],
  'a signature for a login': [
    'INVALID_CLIENT_SIGNATURE',
    async ({ token: { verificationToken, client } }) => ({
      verificationToken,
      clientSignature: await sign(buildLoginMessage(claimsOf(verificationToken).id, newKey().publicKey), client),
    }),
  ],
  'a token for a contact that no root user has': [
    'INVALID_VERIFICATION_TOKEN',
    async ({ user }) => {
      const token = await obtainToken(root, newContact());
      return { verificationToken: token.verificationToken, clientSignature: await signUp(token, user) };
    },
  ],
  'a token of another organization': [
    'INVALID_VERIFICATION_TOKEN',
    async ({ user }) => {
      const token = await obtainToken(stranger, user.userEmail ?? '');
      return { verificationToken: token.verificationToken, clientSignature: await signUp(token, user) };
    },
  ],
  'the token of a sub-organization': [
    'INVALID_VERIFICATION_TOKEN',
    async ({ user }) => {
      const { userEmail } = user;
      const { organizationId } = await addSubOrganization(service, 'Ada', { userEmail });
      const token = await obtainToken({ ...root, organizationId }, userEmail ?? '');
      return { verificationToken: token.verificationToken, clientSignature: await signUp(token, user) };
    },
  ],
};

test.each(Object.entries(wrongs))('error: %s', async (_, [code, build]) => {
  const contact = newContact();
  const token = await obtainToken(root, contact);
  const user = newUser({ userEmail: contact });
  const more = await build({ token, user });
  await service.outbox.idle();
  const before = await readTables(service.database);
  const reply = await create([user], more);
  expect(refusalOf(reply)).toEqual([400, code]);
  expect(await readTables(service.database)).toEqual(before);
});

test('behavior: the audit holds', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});
