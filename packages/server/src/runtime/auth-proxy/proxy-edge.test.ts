import { afterAll, describe, expect, test } from 'vitest';
import { newAddress, stampFor } from '../../../test/exchange.ts';
import { addOrganization, refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { newKey, type Service, startService } from '../../../test/service.ts';
import { askProxy, nobody } from '../../../test/sign-up.ts';
import { ethereumAccount } from '../../../test/wallets.ts';
import { verifyAudit } from '../../activities/audit-proof/verify-audit.ts';
import { RateLimit } from '../../core/limits/rate-limit.ts';
import { defaultLimits } from '../../core/ports/usage-limits.ts';
import { createCounts } from '../auth/counts.ts';
import { makeFurtherOrganization } from '../bootstrap/make-further-organization.ts';
import { rates } from '../limits/rates.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, app } = service;

const request = () => ({ ...nobody, apiKeys: [newKey().apiKey] });
type Headers = Readonly<Record<string, readonly string[]>>;
const signUp = (headers: Headers = {}, address?: string) =>
  askProxy(service, 'signup_v2', request(), headers, address ?? newAddress());
const allow = async (allowedOrigins: string[]) =>
  resultOf(await service.submit(root, 'update_auth_proxy_config', { allowedOrigins }));
const id = service.authProxyConfigId;

describe('configuration', () => {
  test('default: the id in either case', async () => {
    expect((await signUp({ 'x-auth-proxy-config-id': [id.toUpperCase()] })).status).toBe(200);
  });

  test.each<[string, Headers]>([
    ['no header', { 'x-auth-proxy-config-id': [] }],
    ['two headers', { 'x-auth-proxy-config-id': [id, id] }],
    ['two in one header', { 'x-auth-proxy-config-id': [`${id}, ${id}`] }],
    ['an empty header', { 'x-auth-proxy-config-id': [''] }],
    ['no UUID', { 'x-auth-proxy-config-id': ['config'] }],
    ['an unknown id', { 'x-auth-proxy-config-id': ['00000000-0000-4000-8000-000000000000'] }],
    ['the id of the organization', { 'x-auth-proxy-config-id': [root.organizationId] }],
  ])('error: %s', async (_, headers) => {
    expect(refusalOf(await signUp(headers))).toEqual([401, 'AUTH_PROXY_CONFIG_NOT_FOUND']);
  });

  test('error: the feature was removed', async () => {
    const feature = { name: 'FEATURE_NAME_AUTH_PROXY' };
    resultOf(await service.submit(root, 'remove_organization_feature', feature));
    expect(refusalOf(await signUp())).toEqual([401, 'AUTH_PROXY_CONFIG_NOT_FOUND']);
    resultOf(await service.submit(root, 'set_organization_feature', feature));
    expect((await signUp()).status).toBe(200);
  });

  test('behavior: another organization has its own', async () => {
    const keep = async () => {};
    const further = await makeFurtherOrganization({ ...service, name: 'Further', now: new Date(), keep });
    const answer = await signUp({ 'x-auth-proxy-config-id': [further.authProxyConfigId] });
    expect(answer.status).toBe(200);
    const { organizationIds } = (await service.ask(root, 'list_suborgs')).json;
    expect(organizationIds).not.toContain(answer.json.organizationId);
  });
});

describe('origin', () => {
  const app = 'https://app.example.com';
  test.each<[allowed: string[], origin: string | undefined, isAllowed: boolean]>([
    [['*'], app, true],
    [['*'], 'null', true],
    [['*'], undefined, true],
    [[app], app, true],
    [[app], undefined, true],
    [['https://other.example.com', app], app, true],
    [['http://localhost:3000'], 'http://localhost:3000', true],
    [[app], 'https://app.example.com:8443', false],
    [[app], 'http://app.example.com', false],
    [[app], 'https://app.example.com.evil.example', false],
    [[app], 'https://evil.example/https://app.example.com', false],
    [[app], 'https://sub.app.example.com', false],
    [[app], 'https://APP.example.com', false],
    [[app], `${app}/`, false],
    [[app], 'null', false],
    [[app], '', false],
    [[], app, false],
    [[], undefined, true],
  ])('%j and %s: %s', async (allowed, origin, isAllowed) => {
    await allow(allowed);
    const answer = await signUp(origin === undefined ? {} : { origin: [origin] });
    expect(answer.error).toBe(isAllowed ? undefined : 'ORIGIN_NOT_ALLOWED');
    expect(answer.status).toBe(isAllowed ? 200 : 403);
    expect(answer.headers['Access-Control-Allow-Origin']).toBe(isAllowed ? (origin ?? '*') : undefined);
    expect(answer.headers['Vary']).toBe('Origin');
  });

  test('behavior: a refusal carries the allowed origin too', async () => {
    await allow([app]);
    const answer = await askProxy(service, 'signup_v2', nobody, { origin: [app] });
    expect(refusalOf(answer)).toEqual([400, 'MISSING_CREDENTIAL']);
    expect(answer.headers['Access-Control-Allow-Origin']).toBe(app);
  });

  test('error: two origins', async () => {
    await allow(['*']);
    expect(refusalOf(await signUp({ origin: [app, app] }))).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
  });

  test('behavior: preflight', async () => {
    const answer = await app_({ method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': expect.stringContaining('X-Auth-Proxy-Config-Id'),
    });
  });
});

const app_ = ({ method }: { method: string }) =>
  app({ method, path: '/v1/signup_v2', header: () => [], readBody: async () => new Uint8Array(), address: 'a' });

describe('body', () => {
  const send = (body: string) => askProxy(service, 'signup_v2', body);

  test.each([
    ['empty', ''],
    ['no JSON', '{'],
    ['no object', '[]'],
    ['a member twice', '{"apiKeys":[],"apiKeys":[],"authenticators":[],"oauthProviders":[]}'],
    ['a number', '{"apiKeys":1,"authenticators":[],"oauthProviders":[]}'],
  ])('error: %s', async (_, body) => {
    expect(refusalOf(await send(body))).toEqual([400, 'REQUEST_INVALID']);
  });

  test('error: too large', async () => {
    expect(refusalOf(await send(' '.repeat(256 * 1024 + 1)))).toEqual([413, 'REQUEST_TOO_LARGE']);
  });

  test('behavior: a stamp is ignored', async () => {
    const body = JSON.stringify(request());
    const stamp = await stampFor(newKey(), Buffer.from(body));
    expect((await askProxy(service, 'signup_v2', body, stamp)).status).toBe(200);
  });

  test('error: another method', async () => {
    const answer = await app_({ method: 'GET' });
    expect([answer.status, answer.headers['Allow']]).toEqual([405, 'POST']);
  });
});

describe('rate', () => {
  test('error: an address has a bucket of its own for the proxy', async () => {
    const address = newAddress();
    const send = () => askProxy(service, 'signup_v2', '{}', {}, address);
    const answers = await Promise.all(Array.from({ length: 150 }, send));
    const refused = answers.filter(({ error }) => error === 'RATE_LIMIT_EXCEEDED');
    expect(refused.length).toBeGreaterThanOrEqual(30);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(100);
    expect(refused[0]?.headers['Retry-After']).toBe('1');
    expect((await signUp()).status).toBe(200);
    expect((await service.ask(root, 'whoami')).status).toBe(200);
  });

  test('error: unknown configurations use up the failures of an address, which known ones do not need', async () => {
    const address = newAddress();
    const unknown = { 'x-auth-proxy-config-id': ['00000000-0000-4000-8000-000000000001'] };
    const codes: (string | undefined)[] = [];
    const other: Service = service;
    for (let count = 0; count < 99; count++)
      codes.push((await askProxy(other, 'signup_v2', nobody, unknown, address)).error);
    expect(new Set(codes)).toEqual(new Set(['AUTH_PROXY_CONFIG_NOT_FOUND']));
    expect((await askProxy(service, 'signup_v2', '{}', {}, address)).error).toBe('REQUEST_INVALID');
  });
});

describe('cost', async () => {
  const wallet = (accounts: number) => ({
    wallet: { walletName: 'Wallet', accounts: Array.from({ length: accounts }, (_, index) => ethereumAccount(index)) },
  });
  const bodyOf = (...more: object[]) => Object.assign(request(), ...more);
  const passkeys = { authenticators: [newPasskey().authenticator] };

  /** A service whose buckets are never filled up again, and what each address paid. */
  async function startCounted() {
    const signUps = new RateLimit(rates.signUps, () => 0);
    const paid = new Map<string, number>();
    signUps.onTake = (name, count) => paid.set(name, (paid.get(name) ?? 0) + count);
    const usual = createCounts();
    const counts = { ...usual, rateLimits: { ...usual.rateLimits, signUps } };
    return { signUps, paid, service: await startService({}, { counts }) };
  }
  const counted = await startCounted();
  afterAll(() => counted.service[Symbol.asyncDispose]());

  test.each<[string, object | string, number, number]>([
    ['an invalid request', '{}', 400, 1],
    ['a key', bodyOf(), 200, 5],
    ['a key and a passkey', bodyOf(passkeys), 200, 6],
    ['a wallet without accounts', bodyOf(wallet(0)), 200, 7],
    ['a wallet with an account', bodyOf(wallet(1)), 200, 8],
    ['a wallet with the most accounts', bodyOf(wallet(10)), 200, 17],
    ['a long body', `${JSON.stringify(request())}${' '.repeat(64 * 1024)}`, 200, 9],
    ['a long body that is no JSON', ' '.repeat(256 * 1024), 400, 17],
  ])('default: %s', async (_, body, status, tokens) => {
    const address = newAddress();
    const answer = await askProxy(counted.service, 'signup_v2', body, {}, address);
    expect(answer.status, answer.body).toBe(status);
    expect(counted.paid.get(address)).toBe(tokens);
  });

  test.each<[string, object, number]>([
    ['one account too many', bodyOf(wallet(11)), 1],
    ['a thousand accounts', bodyOf(wallet(1_000)), 9],
  ])('error: %s is refused before anything is done', async (_, body, tokens) => {
    const address = newAddress();
    const statements: string[] = [];
    const stop = counted.service.watchStatements((text) => statements.push(text));
    const answer = await askProxy(counted.service, 'signup_v2', body, {}, address);
    stop();
    expect(refusalOf(answer)).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
    expect(answer.json.message).toContain('at most 10 wallet accounts');
    // Only the configuration is read.
    expect(statements.filter((text) => !text.startsWith('select'))).toEqual([]);
    expect(counted.paid.get(address)).toBe(tokens);
  });

  test('args: the operator sets how many accounts a sign-up may have', async () => {
    await using own = await startService({ limits: { ...defaultLimits, signUpAccounts: 0 } });
    expect(refusalOf(await askProxy(own, 'signup_v2', bodyOf(wallet(1))))).toEqual([429, 'RESOURCE_LIMIT_EXCEEDED']);
    expect((await askProxy(own, 'signup_v2', bodyOf(wallet(0)))).status).toBe(200);
  });

  test('error: an address that has used up its share makes nothing, and others still do', async () => {
    const { service: own, signUps } = counted;
    const address = newAddress();
    const send = () => askProxy(own, 'signup_v2', bodyOf(wallet(10)), {}, address);
    const organizations = () => own.database.query(async (sql) => (await sql`select from organizations`).length);
    const before = await organizations();
    for (let count = 0; count < 6; count++) expect((await send()).status).toBe(200);
    expect(refusalOf(await send())).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(await organizations()).toBe(before + 6);
    const second = newAddress();
    signUps.take(second, rates.signUps.burst - 1);
    // Enough for the request, and not for what it asks.
    expect(refusalOf(await askProxy(own, 'signup_v2', bodyOf(), {}, second))).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(await organizations()).toBe(before + 6);
    expect((await askProxy(own, 'signup_v2', bodyOf())).status).toBe(200);
  });
});

test('behavior: the audit holds', async () => {
  await addOrganization(service);
  expect((await verifyAudit(service)).problems).toEqual([]);
});
