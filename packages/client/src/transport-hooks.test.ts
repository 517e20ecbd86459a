import { describe, expect, test } from 'vitest';
import { activity, me, page, refusal } from '../test/answers.ts';
import { clientOf, users } from '../test/caller.ts';
import { expectNoSecrets, failureOf } from '../test/failure.ts';
import { startService, unusedUrl } from '../test/service.ts';
import { type Hooks, type MintmarkError, TransportError } from './index.ts';

/** Hooks that record their events, which must not hold a secret. */
function createRecorder() {
  const events: [keyof Hooks, object][] = [];
  const keep = (name: keyof Hooks) => (event: object) => {
    expectNoSecrets(event);
    if ('error' in event) expectNoSecrets(event.error);
    events.push([name, event]);
  };
  const hooks: Hooks = { onRequest: keep('onRequest'), onResponse: keep('onResponse'), onRetry: keep('onRetry') };
  return { events, hooks };
}

/** The uncaught errors while `work` runs. */
async function uncaughtDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const listeners = process.listeners('uncaughtException');
  const caught: unknown[] = [];
  process.removeAllListeners('uncaughtException').on('uncaughtException', (error) => caught.push(error));
  try {
    await work();
    await new Promise(setImmediate);
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) process.on('uncaughtException', listener);
  }
  return caught;
}

const operation = 'whoami';
const requestId = 'request-1';
const durationMs = expect.any(Number);
const delayMs = expect.any(Number);

test('default: each attempt, in order', async () => {
  const service = await startService(refusal(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '0' }), page(502), {
    body: me,
  });
  const { events, hooks } = createRecorder();
  await clientOf(service, { hooks }).whoami();
  expect(events).toEqual([
    ['onRequest', { operation, attempt: 1, headers: {} }],
    ['onResponse', { operation, attempt: 1, status: 429, requestId, durationMs }],
    ['onRetry', { operation, attempt: 1, error: expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }), delayMs: 0 }],
    ['onRequest', { operation, attempt: 2, headers: {} }],
    ['onResponse', { operation, attempt: 2, status: 502, requestId, durationMs }],
    ['onRetry', { operation, attempt: 2, error: expect.objectContaining({ code: 'UNEXPECTED_RESPONSE' }), delayMs }],
    ['onRequest', { operation, attempt: 3, headers: {} }],
    ['onResponse', { operation, attempt: 3, status: 200, requestId, durationMs }],
  ]);
});

test('behavior: polls are separate calls', async () => {
  const service = await startService(activity('PENDING'), activity('COMPLETED'));
  const { events, hooks } = createRecorder();
  await clientOf(service, { hooks }).createUsers(users);
  expect(events.map(([name, event]) => [name, (event as { operation: string }).operation])).toEqual([
    ['onRequest', 'createUsers'],
    ['onResponse', 'createUsers'],
    ['onRequest', 'getActivity'],
    ['onResponse', 'getActivity'],
  ]);
});

test('behavior: without a response, onResponse has no status; the last failure does not call onRetry', async () => {
  const { events, hooks } = createRecorder();
  await failureOf(clientOf({ url: await unusedUrl() }, { hooks, retries: 1 }).whoami(), TransportError);
  expect(events.map(([name]) => name)).toEqual(['onRequest', 'onResponse', 'onRetry', 'onRequest', 'onResponse']);
  expect(events[1]).toEqual([
    'onResponse',
    { operation, attempt: 1, status: undefined, requestId: undefined, durationMs },
  ]);
});

describe('onRequest', () => {
  test.each(['x-stamp', 'X-Stamp', 'X-STAMP-WEBAUTHN', 'x-stamp-attested', 'x-auth-proxy-config-id'])(
    'behavior: cannot set a credential in %s',
    async (name) => {
      const service = await startService({ body: me });
      const hooks: Hooks = {
        onRequest({ headers }) {
          headers['X-Stamp'] = 'first';
          headers[name] = 'second';
        },
      };
      await clientOf(service, { hooks }).whoami();
      const [{ headers } = expect.fail()] = service.requests;
      expect(headers['x-stamp']).toMatch(/^[\w-]{100,}$/);
      expect(Object.keys(headers).filter((key) => /^x-(stamp|auth)/.test(key))).toEqual(['x-stamp']);
    },
  );

  test('args: added headers are sent, separately for each attempt', async () => {
    const service = await startService(page(502), { body: me });
    const options = { headers: { Prefer: 'dynamic=true' } };
    const hooks: Hooks = {
      onRequest({ headers, attempt }) {
        headers[`X-Attempt-${attempt}`] = Object.keys(headers).join();
      },
    };
    await clientOf(service, { hooks }).whoami({}, options);
    const sent = service.requests.map(({ headers }) => headers);
    expect(sent).toMatchObject([{ 'x-attempt-1': 'Prefer', prefer: 'dynamic=true' }, { 'x-attempt-2': 'Prefer' }]);
    expect(sent[1]).not.toHaveProperty('x-attempt-1');
    expect(options).toEqual({ headers: { Prefer: 'dynamic=true' } });
  });

  test('behavior: hooks neither see nor replace the stamp', async () => {
    const service = await startService({ body: me });
    const seen: string[] = [];
    const hooks: Hooks = {
      onRequest({ headers }) {
        seen.push(...Object.keys(headers));
        headers['x-stamp'] = 'of the hook';
      },
    };
    const client = clientOf(service, { hooks });
    const request = await client.stamp('whoami');
    await client.send(request);
    expect(seen).toEqual([]);
    expect(service.requests).toMatchObject([{ headers: { 'x-stamp': request.stamp.value } }]);
  });
});

describe('error: a hook that throws does not change the call, and its error is reported', () => {
  const problem = new Error('a defect of a hook');
  const fail = () => {
    throw problem;
  };

  test.each<[keyof Hooks, number]>([
    ['onRequest', 2],
    ['onResponse', 2],
    ['onRetry', 1],
  ])('%s', async (name, times) => {
    const service = await startService(page(502), { body: me });
    const caught = await uncaughtDuring(async () => {
      expect(await clientOf(service, { hooks: { [name]: fail } }).whoami()).toEqual(me);
    });
    expect(caught).toEqual(Array.from({ length: times }, () => problem));
    expect(service.requests).toHaveLength(2);
  });
});

test('behavior: hooks keep their receiver', async () => {
  class Counter implements Hooks {
    codes: string[] = [];
    onRetry({ error }: { readonly error: MintmarkError }) {
      this.codes.push(error.code);
    }
  }
  const hooks = new Counter();
  await clientOf(await startService(page(502), { body: me }), { hooks }).whoami();
  expect(hooks.codes).toEqual(['UNEXPECTED_RESPONSE']);
});
