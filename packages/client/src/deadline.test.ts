import { execFile } from 'node:child_process';
import { EventEmitter, getEventListeners, once } from 'node:events';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { activity, activityId, me, page, refusal } from '../test/answers.ts';
import { clientOf, createCountingStamper, users } from '../test/caller.ts';
import { failureOf } from '../test/failure.ts';
import { type Answer, startService } from '../test/service.ts';
import { AbortError, type Stamper, TimeoutError } from './index.ts';

/** A service that never answers and emits events when a request arrives and when its connection closes. */
async function startSilentService(begin?: Answer) {
  const events = new EventEmitter();
  const service = await startService((request, response) => {
    if (typeof begin === 'function') begin(request, response);
    response.on('close', () => events.emit('gone'));
    events.emit('asked');
  });
  return { ...service, asked: once(events, 'asked'), gone: once(events, 'gone') };
}

/** The head of a response, then an endless trickle of spaces. */
const trickle: Answer = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 1);
  response.on('close', () => clearInterval(timer));
};

const never = () => new Promise<never>(() => {});

describe('timeout', () => {
  test.each([
    ['no answer', undefined],
    ['a trickling answer', trickle],
  ])('error: %s', async (_, begin) => {
    const service = await startSilentService(begin);
    const error = await failureOf(clientOf(service, { timeout: 2000 }).createUsers(users), TimeoutError);
    expect(error).toMatchObject({ code: 'TIMEOUT', retryable: true, status: undefined, activityId: undefined });
    expect(error.message).toBe('createUsers timed out after 2000 ms');
    await service.gone;
    expect(service.requests).toHaveLength(1);
  });

  test('error: a fetch that ignores its signal', async () => {
    const client = clientOf({ url: 'https://mintmark.example.com' }, { fetch: never, timeout: 10 });
    expect(await failureOf(client.whoami(), TimeoutError)).toMatchObject({ code: 'TIMEOUT' });
  });

  test('args: the call overrides the client', async () => {
    const client = clientOf({ url: 'https://mintmark.example.com' }, { fetch: never, timeout: 1_000_000 });
    const error = await failureOf(client.whoami({}, { timeout: 10 }), TimeoutError);
    expect(error.message).toBe('whoami timed out after 10 ms');
  });

  test.each([Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 40])('args: %d means no limit', async (timeout) => {
    const service = await startService((_, response) => setTimeout(() => response.end(JSON.stringify(me)), 20));
    expect(await clientOf(service, { timeout }).whoami()).toEqual(me);
  });

  test('behavior: excludes the time for stamping', async () => {
    vi.useFakeTimers();
    const { stamp } = createCountingStamper();
    const stamper: Stamper = {
      stamp(body) {
        vi.advanceTimersByTime(24 * 60 * 60_000);
        return stamp(body);
      },
    };
    const client = clientOf({ url: 'https://mintmark.example.com' }, { stamper, fetch: async () => Response.json(me) });
    expect(await client.whoami().finally(() => vi.useRealTimers())).toEqual(me);
  });
});

describe('signal', () => {
  const reason = new Error('the user left');

  test('error: before the call; nothing is stamped or sent', async () => {
    const stamper = createCountingStamper();
    const service = await startService({ body: me });
    const client = clientOf(service, { stamper });
    const error = await failureOf(client.createUsers(users, { signal: AbortSignal.abort(reason) }), AbortError);
    expect(error).toMatchObject({
      code: 'ABORTED',
      retryable: false,
      message: 'createUsers was aborted',
      cause: reason,
    });
    const request = await client.stamp('createUsers', users);
    await failureOf(client.send(request, { signal: AbortSignal.abort(reason) }), AbortError);
    expect(stamper.bodies).toHaveLength(1);
    expect(service.requests).toEqual([]);
  });

  test('error: while stamping; nothing is sent', async () => {
    const controller = new AbortController();
    const service = await startService({ body: me });
    const stamper: Stamper = {
      stamp() {
        queueMicrotask(() => controller.abort(reason));
        return never();
      },
    };
    const call = clientOf(service, { stamper }).createUsers(users, { signal: controller.signal });
    expect(await failureOf(call, AbortError)).toMatchObject({ code: 'ABORTED', cause: reason });
    expect(service.requests).toEqual([]);
  });

  test.each([
    ['for the answer', undefined],
    ['for the rest of the answer', trickle],
  ])('error: while waiting %s', async (_, begin) => {
    const controller = new AbortController();
    const service = await startSilentService(begin);
    const failure = failureOf(clientOf(service).createUsers(users, { signal: controller.signal }), AbortError);
    await service.asked;
    controller.abort(reason);
    expect(await failure).toMatchObject({ code: 'ABORTED', cause: reason });
    await service.gone;
    expect(service.requests).toHaveLength(1);
  });

  test('error: before the next attempt', async () => {
    const controller = new AbortController();
    const service = await startService(refusal(503, 'UNAVAILABLE', { 'Retry-After': '20' }));
    const client = clientOf(service, { hooks: { onRetry: () => queueMicrotask(() => controller.abort(reason)) } });
    const error = await failureOf(client.createUsers(users, { signal: controller.signal }), AbortError);
    expect(error).toMatchObject({ code: 'ABORTED', cause: reason });
    expect(service.requests).toHaveLength(1);
  });

  test('error: between polls, immediately and with the activity that exists', async () => {
    // The fake clock stands still, so no wait ends without the abort.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const controller = new AbortController();
    const fetch = async () => Response.json(activity('PENDING').body);
    const hooks = { onResponse: () => setImmediate(() => controller.abort(reason)) };
    const client = clientOf({ url: 'https://mintmark.example.com' }, { fetch, hooks });
    const failure = failureOf(client.createUsers(users, { signal: controller.signal }), AbortError);
    expect(await failure.finally(() => vi.useRealTimers())).toMatchObject({
      code: 'ABORTED',
      activityId,
      cause: reason,
    });
  });

  test('error: while a poll waits for its answer', async () => {
    const controller = new AbortController();
    const service = await startService(activity('PENDING'), () => controller.abort(reason));
    const error = await failureOf(clientOf(service).createUsers(users, { signal: controller.signal }), AbortError);
    expect(error).toMatchObject({ code: 'ABORTED', activityId, cause: reason });
    expect(service.requests).toHaveLength(2);
  });

  test('error: a signal that times out', async () => {
    const client = clientOf({ url: 'https://mintmark.example.com' }, { fetch: never });
    const error = await failureOf(client.whoami({}, { signal: AbortSignal.timeout(10) }), AbortError);
    expect(error).toMatchObject({ code: 'ABORTED', cause: { name: 'TimeoutError' } });
  });
});

describe('behavior: signals without a reason, as in React Native', () => {
  afterEach(() => void vi.unstubAllGlobals());
  const bareController = class extends AbortController {
    constructor() {
      super();
      Object.defineProperty(this.signal, 'reason', { value: undefined });
    }
  };

  test('timeout and signal', async () => {
    vi.stubGlobal('AbortController', bareController);
    const client = clientOf({ url: 'https://mintmark.example.com' }, { fetch: never });
    await failureOf(client.whoami({}, { timeout: 10 }), TimeoutError);
    const controller = new bareController();
    const failure = failureOf(client.whoami({}, { signal: controller.signal }), AbortError);
    controller.abort();
    await failure;
  });
});

describe('behavior: cleans up', () => {
  test('no listener on a signal that many calls share', async () => {
    const { signal } = new AbortController();
    const ends = [
      page(200),
      refusal(400, 'REQUEST_INVALID'),
      { body: me },
      page(503),
      refusal(409, 'CONCURRENT_CHANGE'),
    ];
    const client = clientOf(await startService(...Array.from({ length: 10 }, () => ends).flat(), { body: me }));
    const calls = Array.from({ length: 49 }, () => client.whoami({}, { signal }));
    const hanging = clientOf({ url: 'https://mintmark.example.com' }, { fetch: never }).whoami(
      {},
      { signal, timeout: 10 },
    );
    const results = await Promise.allSettled([...calls, hanging]);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('no timer that keeps the process alive', async () => {
    const program = new URL('../test/leaving.ts', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 60_000 });
    expect(stdout).toBe('completed ABORTED ABORTED TIMEOUT ABORTED\n');
  });
});
