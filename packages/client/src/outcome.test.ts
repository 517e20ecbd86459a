import { describe, expect, test } from 'vitest';
import { activity, activityId, page, refusal, result } from '../test/answers.ts';
import { clientOf, createCountingStamper, organizationId, users } from '../test/caller.ts';
import { failureOf } from '../test/failure.ts';
import { type Reply, startService } from '../test/service.ts';
import { ActivityError, type AnyActivity, MintmarkError, type Stamper, TransportError } from './index.ts';

const failure = { code: 13, message: 'the words of the failure', details: [] };
const activityIn = ({ body }: Reply) => (body as { activity: AnyActivity }).activity;

/** Do not wait for the activity to end. */
const atOnce = { pendingTimeout: 0, consensusTimeout: 0 };

describe('a vote', () => {
  const fingerprint = `sha256:${'0'.repeat(64)}`;

  test('default: the activity that was voted on, whatever its type', async () => {
    const answer = activity('COMPLETED');
    const outcome = await clientOf(await startService(answer)).approveActivity({ fingerprint });
    expect(outcome).toEqual({ status: 'completed', result, activity: activityIn(answer) });
  });

  test('behavior: waits for that activity', async () => {
    const service = await startService(activity('CONSENSUS_NEEDED'), activity('COMPLETED'));
    const { status } = await clientOf(service).approveActivity({ fingerprint }, { consensusTimeout: 60_000 });
    expect(status).toBe('completed');
    expect(service.requests.map(({ path }) => path)).toEqual([
      '/public/v1/submit/approve_activity',
      '/public/v1/query/get_activity',
    ]);
  });

  test('behavior: a rejection succeeds when the activity is rejected, so nothing is thrown', async () => {
    const client = clientOf(await startService(activity('REJECTED')));
    expect((await client.rejectActivity({ fingerprint })).status).toBe('rejected');
    expect(Object.keys(client)).not.toContain('rejectActivityOrThrow');
  });
});

describe('every status', () => {
  test.each([
    ['COMPLETED', { status: 'completed', result }],
    ['FAILED', { status: 'failed', failure: undefined }],
    ['REJECTED', { status: 'rejected' }],
    ['CONSENSUS_NEEDED', { status: 'consensusNeeded' }],
    ['AUTHENTICATORS_NEEDED', { status: 'consensusNeeded' }],
    ['CREATED', { status: 'pending' }],
    ['PENDING', { status: 'pending' }],
    ['OF_A_LATER_VERSION', { status: 'pending' }],
  ])('default: %s', async (status, outcome) => {
    const answer = activity(status);
    const service = await startService(answer);
    expect(await clientOf(service).createUsers(users, atOnce)).toEqual({ ...outcome, activity: activityIn(answer) });
    expect(service.requests).toHaveLength(1);
  });

  test.each(['constructor', '__proto__', 'toString'])('behavior: %s is not a known status', async (status) => {
    const service = await startService(activity('', { status: status as never }));
    expect(await clientOf(service).createUsers(users, atOnce)).toMatchObject({ status: 'pending' });
  });

  test.each([
    ['two results', { createUsersResult: result, other: result }],
    ['a text', { createUsersResult: 'done' }],
    ['nothing', {}],
    ['a string', 'abc'],
  ])('error: completed with %s', async (_, results) => {
    const service = await startService(activity('COMPLETED', { result: results as never }));
    const error = await failureOf(clientOf(service).createUsers(users), TransportError);
    expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE', activityId });
  });

  test('behavior: a failure says why', async () => {
    const service = await startService(activity('FAILED', { failure }));
    expect(await clientOf(service).createUsers(users)).toMatchObject({ status: 'failed', failure });
  });

  test.each([
    ['COMPLETED', undefined, undefined],
    ['FAILED', 'ACTIVITY_FAILED', 'failed: the words of the failure'],
    ['REJECTED', 'ACTIVITY_REJECTED', 'was rejected'],
    ['CONSENSUS_NEEDED', 'ACTIVITY_CONSENSUS_NEEDED', 'needs the approval of other users'],
    ['AUTHENTICATORS_NEEDED', 'ACTIVITY_CONSENSUS_NEEDED', 'needs the approval of other users'],
    ['PENDING', 'ACTIVITY_PENDING', 'is still running'],
    ['OF_A_LATER_VERSION', 'ACTIVITY_PENDING', 'is still running'],
  ])('default: %s, or throw', async (status, code, problem) => {
    const answer = activity(status, status === 'FAILED' ? { failure } : {});
    const call = clientOf(await startService(answer)).createUsersOrThrow(users, atOnce);
    if (code === undefined) return expect(await call).toEqual(result);
    const error = await failureOf(call, ActivityError);
    expect(error).toMatchObject({ code, activityId, retryable: false });
    expect(error.message).toBe(`createUsers: activity ${activityId} ${problem}`);
    expect(error.activity).toEqual(activityIn(answer));
  });

  test('error: failed without a reason, or throw', async () => {
    const error = await failureOf(
      clientOf(await startService(activity('FAILED'))).createUsersOrThrow(users),
      ActivityError,
    );
    expect(error.message).toBe(`createUsers: activity ${activityId} failed`);
  });

  test('behavior: the activity of an ActivityError is not logged', async () => {
    const error = await failureOf(
      clientOf(await startService(activity('REJECTED'))).createUsersOrThrow(users),
      ActivityError,
    );
    expect(error.activity.intent).toEqual({ createUsersIntentV4: users });
    expect(JSON.parse(JSON.stringify(error))).not.toHaveProperty('activity');
  });
});

describe('an activity that is not one of the operation', () => {
  test.each([
    ['an empty result', { result: {} }],
    ['a null result', { result: { createUsersResult: null } }],
    ['no result', { result: undefined as never }],
  ])('error: completed with %s', async (_, members) => {
    const client = clientOf(await startService(activity('COMPLETED', members)));
    const expected = { code: 'UNEXPECTED_RESPONSE', activityId, retryable: false };
    expect(await failureOf(client.createUsers(users), TransportError)).toMatchObject(expected);
    expect(await failureOf(client.createUsersOrThrow(users), TransportError)).toMatchObject(expected);
  });

  test.each([{}, { activity: null }, { activity: {} }, { activity: { id: 5 } }, { activity: 'text' }])(
    'error: %j',
    async (body) => {
      const client = clientOf(await startService({ body }));
      const error = await failureOf(client.createUsers(users), TransportError);
      expect(error).toMatchObject({
        code: 'UNEXPECTED_RESPONSE',
        message: 'createUsers: the response has no activity',
      });
    },
  );

  test('error: of another type', async () => {
    const client = clientOf(await startService(activity('COMPLETED', { type: 'ACTIVITY_TYPE_CREATE_USERS_V3' })));
    const error = await failureOf(client.createUsersOrThrow(users), MintmarkError);
    expect(error).toMatchObject({ code: 'ACTIVITY_TYPE_MISMATCH', activityId });
  });
});

describe('polling', () => {
  test('default: until it is final, in the organization of the activity, with one stamp', async () => {
    const stamper = createCountingStamper();
    const pending = activity('PENDING', { organizationId: 'a-sub-organization' });
    const service = await startService(pending, pending, pending, activity('COMPLETED'));
    expect(await clientOf(service, { stamper }).createUsersOrThrow(users)).toEqual(result);
    const [submit, ...polls] = service.requests;
    expect(submit?.path).toBe('/public/v1/submit/create_users');
    expect(polls).toHaveLength(3);
    for (const poll of polls) expect(poll).toEqual(polls[0]);
    expect(polls[0]).toMatchObject({
      path: '/public/v1/query/get_activity',
      body: JSON.stringify({ organizationId: 'a-sub-organization', activityId }),
    });
    expect(stamper.bodies).toHaveLength(2);
  });

  test.each([
    ['REJECTED', 'rejected'],
    ['FAILED', 'failed'],
  ])('behavior: ends with %s', async (status, word) => {
    const service = await startService(activity('CREATED'), activity(status));
    expect(await clientOf(service).createUsers(users)).toMatchObject({ status: word });
    expect(service.requests).toHaveLength(2);
  });

  test('args: pendingTimeout, with the last known state', async () => {
    const service = await startService(activity('CREATED'), activity('PENDING'));
    const outcome = await clientOf(service).createUsers(users, { pendingTimeout: 500 });
    expect(outcome).toMatchObject({ status: 'pending', activity: { status: 'ACTIVITY_STATUS_PENDING' } });
    expect(service.requests.length).toBeGreaterThan(1);
  });

  test('args: consensusTimeout, with pendingTimeout for what follows', async () => {
    const waiting = activity('CONSENSUS_NEEDED');
    const service = await startService(waiting, waiting, activity('PENDING'), activity('COMPLETED'));
    expect(await clientOf(service).createUsers(users, { consensusTimeout: 60_000 })).toMatchObject({ result });
    expect(service.requests).toHaveLength(4);
  });

  test('args: consensusTimeout that passes', async () => {
    const service = await startService(activity('CONSENSUS_NEEDED'));
    const outcome = await clientOf(service).createUsers(users, { consensusTimeout: 500 });
    expect(outcome).toMatchObject({ status: 'consensusNeeded', activity: { organizationId } });
    expect(service.requests.length).toBeGreaterThan(1);
  });

  test('behavior: does not wait for consensus by default', async () => {
    const service = await startService(activity('CONSENSUS_NEEDED'));
    expect(await clientOf(service).createUsers(users)).toMatchObject({ status: 'consensusNeeded' });
    expect(service.requests).toHaveLength(1);
  });

  test('behavior: a poll is retried like any call', async () => {
    const service = await startService(activity('PENDING'), page(502), activity('COMPLETED'));
    expect(await clientOf(service).createUsersOrThrow(users)).toEqual(result);
    expect(service.requests[2]).toEqual(service.requests[1]);
  });

  // Only the poll failed and the activity exists: submitting it again could execute it twice.
  test.each([
    [refusal(404, 'ACTIVITY_NOT_FOUND'), 'ACTIVITY_NOT_FOUND'],
    [refusal(400, 'REQUEST_INVALID'), 'REQUEST_INVALID'],
    [{ body: {} }, 'UNEXPECTED_RESPONSE'],
    [activity('COMPLETED', { id: '5f0e2d91-8b47-4c3a-9d16-e7a2c4b8f053' }), 'UNEXPECTED_RESPONSE'],
  ] as const)('error: %j instead of the activity', async (answer, code) => {
    const service = await startService(activity('PENDING'), answer);
    const error = await failureOf(clientOf(service).createUsers(users), ActivityError);
    expect(error).toMatchObject({ code: 'ACTIVITY_PENDING', activityId, cause: { code } });
  });

  test('error: an activity of another type', async () => {
    const service = await startService(
      activity('PENDING'),
      activity('COMPLETED', { type: 'ACTIVITY_TYPE_OTP_LOGIN_V2' }),
    );
    const error = await failureOf(clientOf(service).createUsers(users), MintmarkError);
    expect(error).toMatchObject({ code: 'ACTIVITY_TYPE_MISMATCH', activityId });
  });

  test('args: pendingTimeout is not a number', async () => {
    const service = await startService(activity('PENDING'));
    const outcome = await clientOf(service).createUsers(users, { pendingTimeout: Number.NaN });
    expect([outcome.status, service.requests.length]).toEqual(['pending', 1]);
  });

  test('error: the stamper gives up', async () => {
    const first = createCountingStamper();
    const stamper: Stamper = {
      stamp: (body) => (first.bodies.length === 0 ? first.stamp(body) : Promise.reject(new Error('the user left'))),
    };
    const service = await startService(activity('PENDING'));
    const error = await failureOf(
      clientOf(service, { stamper }).createUsers(users, { consensusTimeout: 1 }),
      ActivityError,
    );
    expect(error).toMatchObject({ code: 'ACTIVITY_PENDING', activityId, cause: { code: 'STAMP_FAILED' } });
  });
});
