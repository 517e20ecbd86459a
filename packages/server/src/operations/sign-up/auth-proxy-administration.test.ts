import { afterAll, describe, expect, test } from 'vitest';
import { addOrganization, addUser, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newKey, startService } from '../../../test/service.ts';
import { askProxy, nobody } from '../../../test/sign-up.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { readTables } from '../../../test/table-state.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, submit, ask, database } = service;

const signUp = (configId = service.authProxyConfigId) =>
  askProxy(service, 'signup_v2', { ...nobody, apiKeys: [newKey().apiKey] }, { 'x-auth-proxy-config-id': [configId] });
const config = async (of = root) => (await ask(of, 'get_auth_proxy_config')).json.authProxyConfig;
const featuresOf = async (of = root) =>
  (await ask(of, 'get_organization_configs')).json.configs.features.map(({ name }: { name: string }) => name);

const usual = {
  allowedOrigins: ['*'],
  allowedAuthMethods: [
    'AUTH_METHOD_API_KEY',
    'AUTH_METHOD_PASSKEY',
    'AUTH_METHOD_EMAIL',
    'AUTH_METHOD_SMS',
    'AUTH_METHOD_OAUTH',
  ],
  allowedIssuers: ['*'],
  otpLength: 9,
  otpAlphanumeric: true,
  otpExpirationSeconds: 300,
  verificationTokenExpirationSeconds: 3600,
  sessionExpirationSeconds: 900,
  verificationTokenRequiredForGetAccountPii: true,
};

describe('enable_auth_proxy and disable_auth_proxy', () => {
  test('default: the first organization begins with a proxy', async () => {
    expect(await config()).toEqual({ configId: service.authProxyConfigId, userId: expect.any(String), ...usual });
  });

  test('behavior: nothing of it remains, and it is made again under the same configuration', async () => {
    const before = await config();
    await submit(root, 'update_auth_proxy_config', { otpLength: 6 });
    expect(resultOf(await submit(root, 'disable_auth_proxy', {}))).toEqual({});
    expect(refusalOf(await signUp())).toEqual([401, 'AUTH_PROXY_CONFIG_NOT_FOUND']);
    expect(refusalOf(await ask(root, 'get_auth_proxy_config'))).toEqual([400, 'AUTH_PROXY_NOT_ENABLED']);
    expect(refusalOf(await ask(root, 'get_user', { userId: before.userId }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(await featuresOf()).toEqual(['FEATURE_NAME_OTP_EMAIL_AUTH']);
    const [left] = await database.query(
      (sql) => sql`
        select
          (select count(*) from auth_proxies where organization_id = ${root.organizationId}) as proxies,
          (select count(*) from users where id = ${before.userId} and deleted_at is null) as users,
          (select count(*) from api_keys where user_id = ${before.userId} and deleted_at is null) as keys`,
    );
    expect({ ...left }).toEqual({ proxies: 0n, users: 0n, keys: 0n });
    const { userId } = resultOf(await submit(root, 'enable_auth_proxy', {}));
    expect(userId).not.toBe(before.userId);
    expect(await config()).toEqual({ ...before, userId });
    expect(await featuresOf()).toEqual(['FEATURE_NAME_AUTH_PROXY', 'FEATURE_NAME_OTP_EMAIL_AUTH']);
    expect((await signUp()).status).toBe(200);
    expect((await verifyAudit(service)).problems).toEqual([]);
  });

  test('behavior: an organization without a configuration gets one', async () => {
    const [other] = await addOrganization(service);
    resultOf(await submit(other, 'enable_auth_proxy', {}));
    const { configId } = await config(other);
    expect((await signUp(configId)).status).toBe(200);
  });

  test('error: enabled already, not enabled, a sub-organization, no root user', async () => {
    const before = await readTables(database);
    expect(refusalOf(await submit(root, 'enable_auth_proxy', {}))).toEqual([409, 'ALREADY_EXISTS']);
    expect(await readTables(database)).toEqual(before);
    const sub = await addSubOrganization(service, 'Sub');
    for (const operation of ['enable_auth_proxy', 'disable_auth_proxy', 'update_auth_proxy_config'])
      expect(refusalOf(await submit(sub, operation, {}))).toEqual([403, 'INVALID_ACTIVITY_CALLER']);
    expect(refusalOf(await ask(sub, 'get_auth_proxy_config'))).toEqual([400, 'AUTH_PROXY_NOT_ENABLED']);
    const [other] = await addOrganization(service);
    for (const operation of ['disable_auth_proxy', 'update_auth_proxy_config'])
      expect(refusalOf(await submit(other, operation, {}))).toEqual([400, 'AUTH_PROXY_NOT_ENABLED']);
    const user = await addUser(service, root);
    for (const operation of ['enable_auth_proxy', 'disable_auth_proxy', 'update_auth_proxy_config'])
      expect(refusalOf(await submit(user, operation, {}))).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
  });
});

describe('update_auth_proxy_config', () => {
  test('default: changes the given settings, and keeps the others', async () => {
    const { configId, userId } = await config();
    const settings = {
      allowedOrigins: ['https://app.example.com', 'http://localhost:5173', 'https://[::1]:8443'],
      allowedAuthMethods: ['AUTH_METHOD_PASSKEY'],
      allowedIssuers: ['https://id.example.com'],
      sendFromEmailAddress: 'codes@example.com',
      sendFromEmailSenderName: 'Acme',
      replyToEmailAddress: 'help@example.com',
      emailCustomizationParams: { appName: 'Acme', logoUrl: 'https://example.com/logo.png' },
      smsCustomizationParams: { template: 'Your code is {{.OtpCode}}' },
      otpLength: 6,
      otpAlphanumeric: false,
      otpExpirationSeconds: 600,
      verificationTokenExpirationSeconds: 86400,
      sessionExpirationSeconds: 3600,
      verificationTokenRequiredForGetAccountPii: false,
    };
    expect(resultOf(await submit(root, 'update_auth_proxy_config', settings))).toEqual({ configId });
    expect(await config()).toEqual({ configId, userId, ...settings });
    resultOf(await submit(root, 'update_auth_proxy_config', { otpLength: 8, replyToEmailAddress: '' }));
    const { replyToEmailAddress: _, ...others } = settings;
    expect(await config()).toEqual({ configId, userId, ...others, otpLength: 8 });
  });

  test.each<[string, object]>([
    ['captchaEnabled', { captchaEnabled: true }],
    ['an unknown setting', { walletKitSettings: {} }],
    ['a short passcode', { otpLength: 5 }],
    ['a long passcode', { otpLength: 10 }],
    ['a passcode of half a character', { otpLength: 6.5 }],
    ['a passcode that lives too long', { otpExpirationSeconds: 601 }],
    ['a passcode that does not live', { otpExpirationSeconds: 0 }],
    ['a token that lives too long', { verificationTokenExpirationSeconds: 86401 }],
    ['a session that does not live', { sessionExpirationSeconds: 0 }],
    ['a session that lives too long', { sessionExpirationSeconds: 30 * 86400 + 1 }],
    ['a method that does not exist', { allowedAuthMethods: ['AUTH_METHOD_SMOKE'] }],
    ['an origin with a path', { allowedOrigins: ['https://app.example.com/'] }],
    ['an origin in upper case', { allowedOrigins: ['https://App.example.com'] }],
    ['an origin with a wildcard inside', { allowedOrigins: ['https://*.example.com'] }],
    ['an origin without a scheme', { allowedOrigins: ['app.example.com'] }],
    ['an origin of another scheme', { allowedOrigins: ['ftp://app.example.com'] }],
    ['an origin with its usual port', { allowedOrigins: ['https://app.example.com:443'] }],
    ['an origin with a port that does not exist', { allowedOrigins: ['https://app.example.com:70000'] }],
    ['the origin null', { allowedOrigins: ['null'] }],
    ['an address that is none', { replyToEmailAddress: 'help' }],
    ['a logo that is no https address', { emailCustomizationParams: { logoUrl: 'http://example.com/logo.png' } }],
    ['a link without the code', { emailCustomizationParams: { magicLinkTemplate: 'https://example.com/' } }],
    ['a text without the code', { smsCustomizationParams: { template: 'Hello' } }],
  ])('error: %s', async (_, settings) => {
    const before = await readTables(database);
    const answer = await submit(root, 'update_auth_proxy_config', settings);
    expect(refusalOf(answer), JSON.stringify(answer.json)).toEqual([400, 'REQUEST_INVALID']);
    expect(await readTables(database)).toEqual(before);
  });
});
