import { afterAll, expect, test } from 'vitest';
import { addUser } from '../../../test/organizations.ts';
import { type Actor, startService } from '../../../test/service.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, ask } = service;

const set = (name: string, value?: string, actor: Actor = root) =>
  submit(actor, 'set_organization_feature', { name: `FEATURE_NAME_${name}`, ...(value !== undefined && { value }) });
const remove = (name: string, actor: Actor = root) =>
  submit(actor, 'remove_organization_feature', { name: `FEATURE_NAME_${name}` });
const features = async () => (await ask(root, 'get_organization_configs')).json.configs.features;
const atFirst = [{ name: 'FEATURE_NAME_AUTH_PROXY' }, { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' }];

test('default', async () => {
  const after = [...atFirst, { name: 'FEATURE_NAME_SMS_AUTH' }];
  expect((await set('SMS_AUTH')).json.activity.result).toEqual({ setOrganizationFeatureResult: { features: after } });
  expect(await features()).toEqual(after);
  const { json } = await remove('SMS_AUTH');
  expect(json.activity.result).toEqual({ removeOrganizationFeatureResult: { features: atFirst } });
  expect(await features()).toEqual(atFirst);
});

test('args: a feature that is on stays on, an empty value counts as none', async () => {
  await set('OTP_EMAIL_AUTH');
  await set('OTP_EMAIL_AUTH', '');
  expect(await features()).toEqual(atFirst);
});

test('args: origins of passkeys', async () => {
  const origins = async (value: string) => {
    const { json } = await set('WEBAUTHN_ORIGINS', value);
    return json.activity?.result.setOrganizationFeatureResult.features.at(-1).value;
  };
  expect(await origins('https://app.example.com')).toBe('https://app.example.com');
  expect(await origins('https://a.example.com:8443, http://localhost:3000 ,http://a.localhost')).toBe(
    'https://a.example.com:8443,http://localhost:3000,http://a.localhost',
  );
  await remove('WEBAUTHN_ORIGINS');
});

test('behavior: other organizations are not affected', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  await remove('SMS_AUTH', ada);
  await set('AUTH_PROXY', undefined, ada);
  expect(await features()).toEqual(atFirst);
});

test.each([
  undefined,
  '',
  ' ',
  '*',
  'https://*.example.com',
  'app.example.com',
  'https://app.example.com/',
  'https://app.example.com:443',
  'https://App.example.com',
  'https://user@app.example.com',
  'http://app.example.com',
  'http://localhost.example.com',
  'ftp://localhost',
  'null',
  'https://app.example.com,',
  'https://app.example.com https://b.example.com',
])('error: origins %j', async (value) => {
  const { error, json } = await set('WEBAUTHN_ORIGINS', value);
  expect([error, json.details[1].fieldViolations[0].field]).toEqual(['REQUEST_INVALID', 'parameters.value']);
});

test('error: a flag with a value', async () => {
  expect((await set('SMS_AUTH', 'true')).error).toBe('REQUEST_INVALID');
  expect(await features()).toEqual(atFirst);
});

test('error: origins of a sub-organization', async () => {
  const ada = await addSubOrganization(service, 'Ada');
  const { error, json } = await set('WEBAUTHN_ORIGINS', 'https://app.example.com', ada);
  expect([error, json.details[1].fieldViolations[0].field]).toEqual(['REQUEST_INVALID', 'parameters.name']);
});

test('error: webhooks', async () => {
  expect((await set('WEBHOOK', 'https://example.com')).error).toBe('UNIMPLEMENTED');
});

test('error: an unknown feature, or one that is not set', async () => {
  expect((await set('TELEPATHY')).error).toBe('REQUEST_INVALID');
  expect((await remove('SMS_AUTH')).error).toBe('FEATURE_NOT_FOUND');
});

test('error: a user who is not a root user', async () => {
  const bob = await addUser(service, root);
  expect((await set('SMS_AUTH', undefined, bob)).error).toBe('REQUEST_NOT_AUTHORIZED');
  expect((await remove('AUTH_PROXY', bob)).error).toBe('REQUEST_NOT_AUTHORIZED');
  expect(await features()).toEqual(atFirst);
});

test('behavior: the audit holds after all of this', async () => {
  expect((await verifyAudit(service)).problems).toEqual([]);
});
