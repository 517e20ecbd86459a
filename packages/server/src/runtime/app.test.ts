import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendBytes, stampFor } from '../../test/exchange.ts';
import { addUser } from '../../test/organizations.ts';
import { type Actor, newKey, type Service, startService } from '../../test/service.ts';
import { createApp } from './app.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const tag = (userTagName: string) => ({ userTagName, userIds: [] });

describe('the same body', () => {
  test('default: is one activity, however often and however concurrently it is sent', async () => {
    const { root } = service;
    const first = await service.submit(root, 'create_user_tag', tag('Once'));
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => service.send(root, 'create_user_tag', first.body)),
    );
    for (const reply of replies) expect(reply.json).toEqual(first.json);
    const { json } = await service.ask(root, 'list_user_tags');
    expect(json.userTags.filter(({ tagName }: { tagName: string }) => tagName === 'Once')).toHaveLength(1);
  });

  test('behavior: 200 concurrent first submissions run once', async () => {
    const { root } = service;
    const { organizationId } = root;
    const body = JSON.stringify({
      type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
      timestampMs: String(Date.now()),
      organizationId,
      parameters: tag('Race'),
    });
    const replies = await Promise.all(Array.from({ length: 200 }, () => service.send(root, 'create_user_tag', body)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ json }) => json.activity.id)).size).toBe(1);
  });

  test('behavior: is executed for a second user after it was denied to the first', async () => {
    const { root } = service;
    const guest = await addUser(service, root);
    const denied = await service.submit(guest, 'create_user_tag', tag('Asked'));
    expect([denied.status, denied.error]).toEqual([403, 'REQUEST_NOT_AUTHORIZED']);
    const { activityId } = denied.json.details[0];
    expect((await service.send(guest, 'create_user_tag', denied.body)).json).toEqual(denied.json);
    const allowed = await service.send(root, 'create_user_tag', denied.body);
    expect(allowed.json.activity).toMatchObject({ id: activityId, status: 'ACTIVITY_STATUS_COMPLETED' });
    expect((await service.send(guest, 'create_user_tag', denied.body)).status).toBe(403);
  });
});

test('behavior: a flag that some clients leave in the parameters is ignored and left out of the intent', async () => {
  await using own = await startService();
  const more = { generateAppProofs: false };
  const { json } = await own.submit(own.root, 'create_user_tag', { ...tag('Flag'), ...more });
  expect(json.activity.intent).toEqual({ createUserTagIntent: tag('Flag') });
  const { fingerprint } = json.activity;
  const vote = await own.submit(own.root, 'approve_activity', { fingerprint, ...more });
  expect(vote.json.activity.fingerprint).toBe(fingerprint);
});

describe('refusals', () => {
  const whoami = (organizationId: string) => JSON.stringify({ organizationId });
  const stranger = (): Actor => ({ ...service.root, ...newKey() });

  test.each<[string, () => Promise<{ status: number; error: string | undefined }>, number, string]>([
    ['an unknown key', () => service.ask(stranger(), 'whoami'), 401, 'PUBLIC_KEY_NOT_FOUND'],
    ['no JSON', () => service.send(service.root, 'whoami', '{'), 400, 'REQUEST_INVALID'],
    ['no organization', () => service.send(service.root, 'whoami', '{}'), 400, 'INVALID_ORGANIZATION_ID'],
    [
      'a NUL, which the database cannot store',
      () => service.ask(service.root, 'list_suborgs', { filterType: 'NAME', filterValue: 'a\0' }),
      400,
      'REQUEST_INVALID',
    ],
    [
      'missing parameters',
      () => service.submit(service.root, 'delete_sub_organization', {}, { parameters: undefined }),
      400,
      'REQUEST_INVALID',
    ],
    [
      'parameters that are not an object',
      () => service.submit(service.root, 'delete_sub_organization', {}, { parameters: [] }),
      400,
      'REQUEST_INVALID',
    ],
    [
      'an organization id that is not a UUID',
      () => service.send(service.root, 'whoami', whoami('x')),
      400,
      'INVALID_ORGANIZATION_ID',
    ],
    [
      'an unknown organization',
      () => service.ask(service.root, 'whoami', { organizationId: '57edc686-4d75-44c8-9591-a0fd76b2c95d' }),
      401,
      'PUBLIC_KEY_NOT_FOUND',
    ],
    ['an unknown member', () => service.ask(service.root, 'whoami', { extra: 1 }), 400, 'REQUEST_INVALID'],
    [
      'a time in the distant past',
      () => service.submit(service.root, 'create_user_tag', tag('Old'), { timestampMs: '1' }),
      400,
      'INVALID_TIME',
    ],
    [
      'the type of another path',
      () => service.submit(service.root, 'create_user_tag', tag('T'), { type: 'ACTIVITY_TYPE_DELETE_USERS' }),
      400,
      'REQUEST_INVALID',
    ],
  ])('error: %s', async (_, ask, status, code) => {
    const reply = await ask();
    expect([reply.status, reply.error]).toEqual([status, code]);
  });

  test('error: an operation without a handler', async () => {
    const { database, services, outbox, root } = service;
    const app = createApp({ database, services, outbox, findHandler: () => undefined, log: () => {} });
    const { organizationId } = root;
    const type = 'ACTIVITY_TYPE_CREATE_USER_TAG';
    const request = { type, timestampMs: String(Date.now()), organizationId, parameters: tag('Unhandled') };
    const body = Buffer.from(JSON.stringify(request));
    const answer = await sendBytes(app, '/public/v1/submit/create_user_tag', body, await stampFor(root, body));
    expect([answer.status, JSON.parse(answer.body).details[0].errorCode]).toEqual([501, 'UNIMPLEMENTED']);
  });

  /** Bodies that a lax parser accepts: each names the organization, and only the strict reader refuses it. */
  const strictlyRefused: readonly [string, (organization: string) => string | Uint8Array][] = [
    ['a member twice', (organization) => `{${organization},"a":1,"a":2}`],
    ['the organization twice', (organization) => `{${organization},${organization}}`],
    ['another organization after it', (organization) => `{${organization},"organizationId":"${randomUUID()}"}`],
    ['a prototype', (organization) => `{${organization},"__proto__":{}}`],
    ['too deep', (organization) => `{${organization},"a":${'['.repeat(40)}${']'.repeat(40)}}`],
    ['too much', (organization) => `{${organization},"a":[${Array(50_000).fill('0')}]}`],
    ['no end', (organization) => `{${organization}`],
    [
      'no UTF-8',
      (organization) => Buffer.concat([Buffer.from(`{${organization},"a":"`), Buffer.of(0xff), Buffer.from('"}')]),
    ],
  ];

  test.each(strictlyRefused)('error: %s, with a valid stamp; a wrong stamp is refused first', async (_, bodyOf) => {
    const { root, app } = service;
    const body = Buffer.from(bodyOf(`"organizationId":"${root.organizationId}"`));
    const ask = async (stamped: Uint8Array) => {
      const answer = await sendBytes(app, '/public/v1/query/whoami', body, await stampFor(root, stamped));
      return [answer.status, JSON.parse(answer.body).details[0].errorCode];
    };
    expect(await ask(body)).toEqual([400, 'REQUEST_INVALID']);
    expect(await ask(Buffer.from('{}'))).toEqual([401, 'SIGNATURE_INVALID']);
  });

  test.each([[[]], [5], [''], [undefined]])('error: parameters that are %j', async (parameters) => {
    const reply = await service.submit(service.root, 'delete_sub_organization', {}, { parameters });
    expect([reply.status, reply.error]).toEqual([400, 'REQUEST_INVALID']);
  });
});

test('behavior: a copy of generateAppProofs in the parameters is accepted and not echoed', async () => {
  const made = await service.submit(service.root, 'create_user_tag', { ...tag('Proof'), generateAppProofs: false });
  expect(made.json.activity.intent).toEqual({ createUserTagIntent: tag('Proof') });
  const { fingerprint } = made.json.activity;
  const vote = await service.submit(service.root, 'approve_activity', { fingerprint, generateAppProofs: true });
  expect(vote.json.activity.id).toBe(made.json.activity.id);
});

describe('votes', () => {
  test('default: the second of two required approvals executes the activity', async () => {
    await using own = await startService();
    const second = await addUser(own, own.root);
    const userIds = [own.root.userId, second.userId];
    expect((await own.submit(own.root, 'update_root_quorum', { threshold: 2, userIds })).status).toBe(200);
    const waiting = await own.submit(own.root, 'create_user_tag', tag('Both'));
    const { status, fingerprint } = waiting.json.activity;
    expect(status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const approved = await own.submit(second, 'approve_activity', { fingerprint });
    expect(approved.json.activity).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED', canApprove: false });
    expect(approved.json.activity.votes).toHaveLength(2);
    const late = await own.submit(own.root, 'reject_activity', { fingerprint });
    expect([late.status, late.error]).toEqual([400, 'ACTIVITY_NOT_OPEN']);
  });

  test('behavior: one rejection ends it', async () => {
    await using own = await startService();
    const second = await addUser(own, own.root);
    const userIds = [own.root.userId, second.userId];
    await own.submit(own.root, 'update_root_quorum', { threshold: 2, userIds });
    const { fingerprint } = (await own.submit(own.root, 'create_user_tag', tag('No'))).json.activity;
    const rejected = await own.submit(second, 'reject_activity', { fingerprint });
    expect(rejected.json.activity.status).toBe('ACTIVITY_STATUS_REJECTED');
    const again = await own.submit(own.root, 'approve_activity', { fingerprint });
    expect(again.json.activity?.status ?? again.error).toBe('ACTIVITY_STATUS_REJECTED');
  });

  test('error: an unknown activity, and a user who is not a root user', async () => {
    const fingerprint = `sha256:${'0'.repeat(64)}`;
    const unknown = await service.submit(service.root, 'approve_activity', { fingerprint });
    expect([unknown.status, unknown.error]).toEqual([404, 'ACTIVITY_NOT_FOUND']);
  });
});
