import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { resultOf } from '../../../test/organizations.ts';
import { signLogin, startPasscodeService } from '../../../test/passcodes.ts';
import { type Actor, newKey } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';

const { service, obtainToken } = await startPasscodeService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, ask } = service;

const email = 'ada@example.com';
const phone = '+14155550123';

/** A sub-organization whose root user has logged in with a contact. */
async function addVerified(contact: string, more: object): Promise<Actor> {
  const sub = await addSubOrganization(service, 'Ada', more);
  const by = { ...root, organizationId: sub.organizationId };
  const token = await obtainToken(by, contact);
  const { publicKey } = newKey();
  const { verificationToken } = token;
  const clientSignature = await signLogin(token, publicKey);
  resultOf(await submit(by, 'otp_login', { verificationToken, publicKey, clientSignature }));
  return sub;
}

const byEmail = await addVerified(email, { userEmail: email, userPhoneNumber: phone });
const byPhone = await addVerified(phone, { userEmail: email, userPhoneNumber: phone });
const both = await addVerified(email, { userEmail: email });
// Not verified.
await addSubOrganization(service, 'Ada', { userEmail: email, userPhoneNumber: phone });

const list = async (more: object = {}, actor: Actor = root) => {
  const { json, error } = await ask(actor, 'list_verified_suborgs', more);
  return json.organizationIds ?? error;
};
const ids = (...subs: Actor[]) => subs.map(({ organizationId }) => organizationId);

test('default: those with a verified contact, newest first', async () => {
  expect(await list()).toEqual(ids(both, byPhone, byEmail));
});

test('args: by contact', async () => {
  expect(await list({ filterType: 'EMAIL', filterValue: email })).toEqual(ids(both, byEmail));
  expect(await list({ filterType: 'PHONE_NUMBER', filterValue: phone })).toEqual(ids(byPhone));
  expect(await list({ filterType: 'EMAIL', filterValue: 'bob@example.com' })).toEqual([]);
  expect(await list({ filterType: 'EMAIL', filterValue: phone })).toEqual([]);
});

test('args: pages', async () => {
  const filter = { filterType: 'EMAIL', filterValue: email };
  expect(await list({ ...filter, paginationOptions: { limit: '1' } })).toEqual(ids(both));
  expect(await list({ ...filter, paginationOptions: { after: both.organizationId } })).toEqual(ids(byEmail));
  expect(await list({ paginationOptions: { before: byEmail.organizationId, limit: '1' } })).toEqual(ids(byPhone));
});

test('behavior: a contact that is changed is not verified any more', async () => {
  const other = await addVerified('carol@example.com', { userEmail: 'carol@example.com' });
  expect(await list({ filterType: 'EMAIL', filterValue: 'carol@example.com' })).toEqual(ids(other));
  resultOf(await submit(other, 'update_user_email', { userId: other.userId, userEmail: 'dora@example.com' }));
  expect(await list({ filterType: 'EMAIL', filterValue: 'carol@example.com' })).toEqual([]);
  expect(await list({ filterType: 'EMAIL', filterValue: 'dora@example.com' })).toEqual([]);
  expect(await list()).toEqual(ids(both, byPhone, byEmail));
});

test('behavior: a sub-organization has none', async () => {
  expect(await list({ filterType: 'EMAIL', filterValue: email }, byEmail)).toEqual([]);
});

test('error: an incomplete or unknown filter, a cursor that is none', async () => {
  expect(await list({ filterType: 'EMAIL' })).toBe('REQUEST_INVALID');
  expect(await list({ filterValue: email })).toBe('REQUEST_INVALID');
  expect(await list({ filterType: 'NAME', filterValue: 'Ada' })).toBe('REQUEST_INVALID');
  expect(await list({ paginationOptions: { after: randomUUID() } })).toBe('INVALID_CURSOR');
  expect(await list({ paginationOptions: { after: root.organizationId } })).toBe('INVALID_CURSOR');
});
