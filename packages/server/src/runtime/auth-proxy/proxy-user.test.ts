import { type ActivityUnit, activities } from '@mintmark/schema';
import { createP256Stamper } from '@mintmark/stamper';
import { afterAll, describe, expect, test } from 'vitest';
import { newAddress, sendBytes, stampFor } from '../../../test/exchange.ts';
import { refusalOf, resultOf } from '../../../test/organizations.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { operations } from '../../../test/requests/operations.ts';
import { type Actor, newKey, startService } from '../../../test/service.ts';
import { askProxy, nobody } from '../../../test/sign-up.ts';
import { addSubOrganization } from '../../../test/sub-organizations.ts';
import { readTables } from '../../../test/table-state.ts';
import { Lifecycle } from '../../activities/lifecycle.ts';
import { isVote } from '../../core/handlers/activity-types.ts';
import { createConnectionTurns } from '../../core/limits/connection-turns.ts';
import { readActivity } from '../../core/requests/read-activity.ts';
import { placeOf } from '../../custody/keys/sealed-secret.ts';
import { proxyKeyPlace } from '../../identity/auth-proxy/new-proxy.ts';
import { activityHandler } from '../../operations/handlers.ts';
import { createRateLimits } from '../limits/rate-limits.ts';
import { ProxyFinder } from './find-proxy.ts';

const service = await startService();
afterAll(() => service[Symbol.asyncDispose]());
const { root, database, services, vault, submit, ask } = service;

const finder = new ProxyFinder((_, work) => database.query(work), services);
const found = (await finder.find(service.authProxyConfigId)) ?? expect.fail('there is no proxy');
const { organization, proxy, user, apiKey } = found;

/** Somebody who stole the key of the proxy. */
const thief: Actor = await database.query(async (sql) => {
  const place = placeOf(proxyKeyPlace(organization, proxy.id));
  const secret = await vault.open(sql, place, proxy.privateKey);
  const stamper = createP256Stamper({ publicKey: apiKey.publicKey, privateKey: secret.toString('hex') });
  return { organizationId: organization.id, userId: user.id, publicKey: apiKey.publicKey, stamper };
});

test('default: the user of the proxy is not root, and has one key', async () => {
  const { user: shown } = (await ask(root, 'get_user', { userId: user.id })).json;
  expect(shown).toMatchObject({ userName: 'Auth proxy', authenticators: [], oauthProviders: [], userTags: [] });
  expect(shown.apiKeys).toHaveLength(1);
  const { configs } = (await ask(root, 'get_organization_configs')).json;
  expect(configs.quorum.userIds).toEqual([root.userId]);
});

test('error: its key stamps no request, whatever the operation and the organization', async () => {
  const sub = await addSubOrganization(service, 'Sub');
  const before = await readTables(database);
  for (const { unit, buildBody } of operations) {
    if (unit.kind === 'proxy') continue;
    for (const { organizationId } of [root, sub]) {
      const body = Buffer.from(JSON.stringify({ ...(buildBody() as object), organizationId }));
      const answer = await sendBytes(service.app, unit.path, body, await stampFor(thief, body), newAddress());
      expect([unit.name, answer.status, JSON.parse(answer.body).details[0].errorCode]).toEqual([
        unit.name,
        401,
        'PUBLIC_KEY_NOT_FOUND',
      ]);
    }
  }
  expect(await readTables(database)).toEqual(before);
});

test('error: in the process it may run only what the proxy is for', async () => {
  const turns = createConnectionTurns(database);
  const { denials } = createRateLimits();
  const { outbox } = service;
  const lifecycle = new Lifecycle({ database, services, outbox, denials, turns, findHandler: activityHandler });
  const stamp = { publicKey: apiKey.publicKey, signature: '', scheme: '' };
  const caller = {
    ...{ organization, userId: user.id, userName: user.name, isRoot: false, credentialId: apiKey.id, stamp },
    isProxy: true,
  } as const;
  const before = await readTables(database);
  const allowed: string[] = [];
  for (const unit of Object.values<ActivityUnit>(activities)) {
    const handler = activityHandler(unit.name);
    if (handler?.byProxy) allowed.push(unit.name);
    if (!handler || handler.byProxy || isVote(unit)) continue;
    const timestampMs = String(Date.now());
    const { parameters } = unit.example;
    const body = { type: unit.type, timestampMs, organizationId: organization.id, parameters };
    const read = readActivity(unit, JSON.parse(JSON.stringify(body)), activityHandler);
    const submission = { ...read, organization, caller, body: Buffer.from(JSON.stringify(body)) };
    await expect(lifecycle.submit(submission), unit.name).rejects.toMatchObject({ code: 'REQUEST_NOT_AUTHORIZED' });
  }
  const ballot = { organization, caller, body: Buffer.from('{}'), timestampMs: Date.now(), wantsProofs: false };
  const vote = { ...ballot, selection: 'VOTE_SELECTION_APPROVED', fingerprint: Buffer.alloc(32) } as const;
  await expect(lifecycle.vote(vote)).rejects.toMatchObject({ code: 'REQUEST_NOT_AUTHORIZED' });
  expect(await readTables(database)).toEqual(before);
  // What is added here has to be safe for everybody who knows a configuration.
  expect(allowed.toSorted()).toEqual([
    'create_sub_organization',
    'init_otp',
    'oauth2_authenticate',
    'oauth_login',
    'otp_login',
    'verify_otp',
  ]);
});

describe('error: nobody changes it', () => {
  const { userId } = thief;
  test.each<[string, () => object | Promise<object>]>([
    ['update_user', () => ({ userId, userName: 'Other' })],
    ['update_user_email', () => ({ userId, userEmail: 'proxy@example.com' })],
    ['update_user_phone_number', () => ({ userId, userPhoneNumber: '+15555550100' })],
    ['delete_users', () => ({ userIds: [userId] })],
    ['create_api_keys', () => ({ userId, apiKeys: [newKey().apiKey] })],
    ['create_authenticators', () => ({ userId, authenticators: [newPasskey().authenticator] })],
    ['create_oauth_providers', () => ({ userId, oauthProviders: [{ providerName: 'ID', oidcToken: 'a.b.c' }] })],
    ['delete_oauth_providers', () => ({ userId, providerIds: [apiKey.id] })],
    ['delete_api_keys', () => ({ userId, apiKeyIds: [apiKey.id] })],
    ['delete_authenticators', () => ({ userId, authenticatorIds: [apiKey.id] })],
    ['update_root_quorum', () => ({ threshold: 1, userIds: [root.userId, userId.toUpperCase()] })],
    ['create_user_tag', () => ({ userTagName: 'Tag', userIds: [userId] })],
    [
      'update_user_tag',
      async () => {
        const tag = resultOf(await submit(root, 'create_user_tag', { userTagName: 'Old', userIds: [] }));
        return { userTagId: tag.userTagId, addUserIds: [userId], removeUserIds: [] };
      },
    ],
  ])('%s', async (operation, parameters) => {
    const given = await parameters();
    const before = await readTables(database);
    expect(refusalOf(await submit(root, operation, given))).toEqual([400, 'AUTH_PROXY_USER_PROTECTED']);
    expect(await readTables(database)).toEqual(before);
    expect((await askProxy(service, 'signup_v2', { ...nobody, apiKeys: [newKey().apiKey] })).status).toBe(200);
  });
});
