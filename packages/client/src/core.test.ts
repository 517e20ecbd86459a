import { describe, expect, test } from 'vitest';
import { activity, activityId, me, page, refusal, result } from '../test/answers.ts';
import { clientOf, createCountingStamper, organizationId, users } from '../test/caller.ts';
import { failureOf, keepSecret } from '../test/failure.ts';
import { startService } from '../test/service.ts';
import { createClient } from './core.ts';
import { whoami } from './generated/operations.ts';
import { ActivityError, ApiError, MintmarkError, type SignedRequest, StampError, TransportError } from './index.ts';

/** A copy, as if it had been stored in a file. */
const kept = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

describe('createClient', () => {
  test('default: a method for each of the operations', async () => {
    const service = await startService({ body: me });
    const client = createClient({
      baseUrl: service.url,
      stamper: createCountingStamper(),
      organizationId,
      operations: { whoami },
    });
    expect(await client.whoami()).toEqual(me);
    expect(Object.keys(client)).toEqual(['stamp', 'send', 'resume', 'whoami']);
  });

  test.each(['constructor', '__proto__', 'createUsers'])('error: %s, which was not given', async (operation) => {
    const client = createClient({ baseUrl: 'https://mintmark.example.com', operations: { whoami } });
    const request = { operation, path: '/public/v1/query/whoami', body: '{}', stamp: { name: 'X-Stamp', value: 'a' } };
    const error = await failureOf(client.send(request as SignedRequest<'whoami'>), MintmarkError);
    expect(error).toMatchObject({ code: 'INPUT_INVALID' });
  });

  test('behavior: methods need no receiver', async () => {
    const { whoami } = clientOf(await startService({ body: me }));
    expect(await whoami()).toEqual(me);
  });
});

describe('stamp', () => {
  test('default: nothing is sent', async () => {
    const service = await startService({ body: me });
    const stamper = createCountingStamper();
    const request = await clientOf(service, { stamper }).stamp('createUsers', users);
    expect(request).toEqual({
      operation: 'createUsers',
      path: '/public/v1/submit/create_users',
      body: stamper.bodies[0],
      stamp: { name: 'X-Stamp', value: expect.any(String) },
    });
    expect(service.requests).toEqual([]);
  });

  test.each(['createUser', '__proto__', 'constructor', 'stamp', 'createUsersOrThrow', ''])(
    'error: an operation called "%s"',
    async (name) => {
      const stamper = createCountingStamper();
      const client = clientOf({ url: 'https://mintmark.example.com' }, { stamper });
      const error = await failureOf(client.stamp(name as never, {} as never), MintmarkError);
      expect(error).toMatchObject({
        code: 'INPUT_INVALID',
        message: expect.stringContaining('this client has no operation'),
      });
      expect(stamper.bodies).toEqual([]);
    },
  );
});

describe('send', () => {
  test('default: returns what the method returns, however often it is sent', async () => {
    const service = await startService(activity('COMPLETED'));
    const client = clientOf(service);
    const request = await client.stamp('createUsers', users);
    expect(await client.send(request)).toMatchObject({ status: 'completed', result });
    expect(await client.send(request)).toMatchObject({ status: 'completed', result });
    expect(service.requests).toHaveLength(2);
    expect(service.requests[1]).toEqual(service.requests[0]);
    expect(service.requests[0]?.body).toBe(request.body);
  });

  test('behavior: by a client without a key', async () => {
    const service = await startService(activity('COMPLETED'));
    const request = kept(await clientOf(service).stamp('createUsers', users));
    const sender = clientOf(service, { stamper: undefined, organizationId: undefined });
    expect(await sender.send(request)).toMatchObject({ status: 'completed', result });
    expect(service.requests).toMatchObject([{ body: request.body, headers: { 'x-stamp': request.stamp.value } }]);
  });

  test('behavior: a client without a key cannot poll', async () => {
    const service = await startService(activity('PENDING'));
    const request = await clientOf(service).stamp('createUsers', users);
    expect(await clientOf(service, { stamper: undefined }).send(request)).toMatchObject({ status: 'pending' });
    expect(service.requests).toHaveLength(1);
  });

  test('behavior: a query, and one page of a list', async () => {
    const list = { organizationIds: ['a'] };
    const service = await startService({ body: me }, { body: list });
    const client = clientOf(service);
    expect(await client.send(await client.stamp('whoami'))).toEqual(me);
    const request = await client.stamp('listVerifiedSuborgs', { filterType: 'EMAIL', filterValue: 'ada@example.com' });
    expect(await client.send(request)).toEqual(list);
  });

  test('behavior: uses the path of the operation and ignores the path in the request', async () => {
    const other = await startService({ body: me });
    const service = await startService({ body: me });
    const request = await clientOf(service).stamp('whoami');
    for (const path of [
      '/public/v1/submit/create_users',
      `${other.url}/a`,
      '@evil.example.com/',
      '//evil.example.com/',
    ])
      await clientOf(service).send({ ...request, path });
    expect(service.requests.map(({ path }) => path)).toEqual(Array(4).fill('/public/v1/query/whoami'));
    expect(other.requests).toEqual([]);
  });

  test('behavior: a failed request can be retried later', async () => {
    const service = await startService(page(502), activity('COMPLETED'));
    const client = clientOf(service, { retries: 0 });
    const request = await client.stamp('createUsers', users);
    expect(await failureOf(client.send(request), TransportError)).toMatchObject({ retryable: true });
    expect(await client.send(request)).toMatchObject({ status: 'completed' });
    expect(service.requests[1]).toEqual(service.requests[0]);
  });

  const value = keepSecret('a-stamp-that-is-secret');
  const good = {
    operation: 'whoami',
    path: '/public/v1/query/whoami',
    body: keepSecret('{"organizationId":"secret"}'),
    stamp: { name: 'X-Stamp', value },
  };
  test.each<[string, unknown]>([
    ['another header', { ...good, stamp: { name: 'Authorization', value } }],
    ['an injected header', { ...good, stamp: { name: 'X-Stamp', value: `${value}\r\nX-Evil: 1` } }],
    ['no stamp', { ...good, stamp: undefined }],
    ['a null stamp', { ...good, stamp: null }],
    ['a stamp without a value', { ...good, stamp: { name: 'X-Stamp' } }],
    ['a body that is an object', { ...good, body: { organizationId } }],
    ['a body that is a list', { ...good, body: [good.body] }],
    ['no body', { ...good, body: undefined }],
    ['an unknown operation', { ...good, operation: 'deleteEverything' }],
    ['an operation called __proto__', { ...good, operation: '__proto__' }],
    ['an operation called toString', { ...good, operation: 'toString' }],
    ['a method that is not an operation', { ...good, operation: 'send' }],
    ['a null operation', { ...good, operation: null }],
    ['only a prototype', JSON.parse('{"__proto__": {"operation": "whoami"}}')],
    ['an empty object', {}],
    ['null', null],
    ['nothing', undefined],
    ['a text', 'whoami'],
  ])('error: %s', async (_, request) => {
    const service = await startService({ body: me });
    const error = await failureOf(clientOf(service).send(request as SignedRequest<'whoami'>), MintmarkError);
    expect(error).toMatchObject({ code: 'INPUT_INVALID', retryable: false });
    expect(service.requests).toEqual([]);
  });

  test('error: an activity whose type is not that of the request', async () => {
    const service = await startService(activity('COMPLETED'));
    const request = await clientOf(service).stamp('createUsers', users);
    const error = await failureOf(clientOf(service).send({ ...request, operation: 'otpLogin' }), MintmarkError);
    expect(error).toMatchObject({ code: 'ACTIVITY_TYPE_MISMATCH', activityId });
  });
});

describe('resume', () => {
  test('default: by the id alone', async () => {
    const service = await startService(activity('COMPLETED'));
    expect(await clientOf(service).resume('createUsers', activityId)).toMatchObject({ status: 'completed', result });
    expect(service.requests).toMatchObject([
      { path: '/public/v1/query/get_activity', body: JSON.stringify({ organizationId, activityId }) },
    ]);
  });

  test('args: organizationId', async () => {
    const service = await startService(activity('COMPLETED'));
    await clientOf(service).resume('createUsers', activityId, { organizationId: 'another' });
    expect(service.requests).toMatchObject([{ body: JSON.stringify({ organizationId: 'another', activityId }) }]);
  });

  test('behavior: waits as the method does', async () => {
    const service = await startService(activity('PENDING'), activity('COMPLETED'));
    expect(await clientOf(service).resume('createUsers', activityId)).toMatchObject({ status: 'completed', result });
    expect(service.requests).toHaveLength(2);
  });

  test.each(['otpLogin', 'claimSwapFees', 'createOauthProviders'] as const)('error: as %s', async (operation) => {
    const client = clientOf(await startService(activity('COMPLETED')));
    const error = await failureOf(client.resume(operation, activityId), MintmarkError);
    expect(error).toMatchObject({ code: 'ACTIVITY_TYPE_MISMATCH', activityId });
    expect(error.message).toBe(`${operation}: activity ${activityId} has type ACTIVITY_TYPE_CREATE_USERS_V4`);
  });

  test.each(['whoami', 'nothing', '__proto__'])('error: "%s", which is not an activity', async (name) => {
    const client = clientOf(await startService(activity('COMPLETED')));
    await failureOf(client.resume(name as never, activityId), MintmarkError);
  });

  test('error: there is no such activity', async () => {
    const client = clientOf(await startService(refusal(404, 'ACTIVITY_NOT_FOUND')));
    expect(await failureOf(client.resume('createUsers', activityId), ApiError)).toMatchObject({ status: 404 });
  });

  test('error: without a stamper', async () => {
    const client = clientOf({ url: 'https://mintmark.example.com' }, { stamper: undefined });
    expect(await failureOf(client.resume('createUsers', activityId), StampError)).toMatchObject({
      code: 'STAMP_FAILED',
    });
  });
});

describe('the request of an error', () => {
  test('behavior: can be sent again and gives the same activity', async () => {
    const service = await startService(page(502), activity('COMPLETED'));
    const client = clientOf(service, { retries: 0 });
    const { request } = await failureOf(client.createUsers(users), TransportError);
    expect(request).toMatchObject({ operation: 'createUsers', path: '/public/v1/submit/create_users' });
    await client.send(request as SignedRequest<'createUsers'>);
    const [first, second] = service.requests;
    expect([second?.body, second?.headers['x-stamp']]).toEqual([first?.body, first?.headers['x-stamp']]);
  });

  test('behavior: is the submitted request when a poll fails', async () => {
    const service = await startService(activity('PENDING'), page(502));
    const error = await failureOf(clientOf(service, { retries: 0 }).createUsers(users), ActivityError);
    expect(error.request?.operation).toBe('createUsers');
    expect(error.activityId).toBe(activityId);
  });
});

describe('what is sent stays as it was signed', () => {
  test('behavior: the signed request is changed between two attempts', async () => {
    const service = await startService(page(502), activity('COMPLETED'));
    const signed = await clientOf(service).stamp('createUsers', users);
    const stamp = { ...signed.stamp };
    const onRetry = () => Object.assign(stamp, { name: 'Authorization', value: 'changed' });
    await clientOf(service, { hooks: { onRetry } }).send({ ...signed, stamp });
    const [first, second] = service.requests;
    expect(second?.headers['x-stamp']).toBe(first?.headers['x-stamp']);
    expect(second?.headers).not.toHaveProperty('authorization');
  });

  test('behavior: a stamper reuses its object', async () => {
    const shared = { name: '', value: '' };
    const stamper = createCountingStamper();
    const reusing = { stamp: async (body: string) => Object.assign(shared, await stamper.stamp(body)) };
    const client = clientOf(await startService({ body: me }), { stamper: reusing });
    const [one, other] = [await client.stamp('whoami'), await client.stamp('getActivity', { activityId })];
    expect(one.stamp.value).not.toBe(other.stamp.value);
  });

  test('args: the organization of the call wins over one inside the input', async () => {
    const service = await startService({ body: me });
    const input = { organizationId: '5f0e2d91-8b47-4c3a-9d16-e7a2c4b8f053' };
    await clientOf(service).whoami(input as never, { organizationId });
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({ organizationId });
  });

  test('behavior: resume stamps once, however often it polls', async () => {
    const stamper = createCountingStamper();
    const service = await startService(activity('PENDING'), activity('PENDING'), activity('COMPLETED'));
    await clientOf(service, { stamper }).resume('createUsers', activityId);
    expect([stamper.bodies.length, service.requests.length]).toEqual([1, 3]);
  });
});
