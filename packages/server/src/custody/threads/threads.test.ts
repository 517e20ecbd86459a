import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { countRuns } from '../../../test/tasks/count-runs.ts';
import { keepBytes } from '../../../test/tasks/keep-bytes.ts';
import { lookAround } from '../../../test/tasks/look-around.ts';
import { misbehave } from '../../../test/tasks/misbehave.ts';
import { readPriority } from '../../../test/tasks/read-priority.ts';
import { refuse } from '../../../test/tasks/refuse.ts';
import { reverseBytes } from '../../../test/tasks/reverse-bytes.ts';
import { spin } from '../../../test/tasks/spin.ts';
import { testProgram } from '../../../test/tasks/test-program.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { defineTask } from '../../core/ports/define-task.ts';
import { describeError } from '../../runtime/process/described-error.ts';
import { createThreads } from '../create-threads.ts';
import { signMessages } from '../tasks/sign-messages.ts';
import { ThreadError } from './thread-error.ts';
import { Threads, type ThreadsOptions } from './threads.ts';

const opened: Threads[] = [];
const workers: Worker[] = [];
const onWorker = (worker: Worker) => void workers.push(worker);

/** Far more time than the tasks need: only those tests have limits that are about them. */
const unhurried = { longestWaitMs: 60_000, longestTaskMs: 60_000 };

function open(options: Omit<ThreadsOptions, 'program'>): Threads {
  const threads = new Threads({ ...unhurried, ...options, program: testProgram });
  opened.push(threads);
  return threads;
}

beforeEach(() => void process.on('worker', onWorker));
afterEach(async () => {
  process.off('worker', onWorker);
  await Promise.all(opened.splice(0).map((threads) => threads.close(0)));
  workers.splice(0);
});

const ofOrganization = (id: string, credentialId = 'key') => ({
  share: { tenantId: id, source: id, organizationId: id, credentialId },
});
const one = ofOrganization('one');
const two = ofOrganization('two');

const codeOf = (error: unknown) =>
  error instanceof ApiError || error instanceof ThreadError ? error.code : `unknown error ${error}`;

describe('run', () => {
  test('default: has the types of its task, and takes along no other bytes', async () => {
    const threads = open({ count: 1 });
    // A small Buffer is a part of a larger pool.
    const bytes = Buffer.from('abc');
    const answer = await threads.run(reverseBytes, { bytes, times: 2 }, one);
    expectTypeOf(answer).toEqualTypeOf<{ reversed: Uint8Array<ArrayBuffer>[]; received: number }>();
    const reversed = new Uint8Array(Buffer.from('cba'));
    expect(answer).toEqual({ reversed: [reversed, reversed], received: 3 });
    expect(bytes.toString()).toBe('abc');
    // @ts-expect-error: a task has to get the input that it asks for.
    const wrong = () => threads.run(reverseBytes, { bytes }, one);
    // @ts-expect-error: what returns from a thread is no Buffer.
    const buffer = () => defineTask('buffer', async (_: undefined) => Buffer.from('abc'));
    expect([wrong, buffer]).toHaveLength(2);
  });

  test('behavior: threads start when they are needed, and are used again', async () => {
    const threads = open({ count: 3 });
    expect(workers).toHaveLength(0);
    expect([await threads.run(countRuns, undefined, one), await threads.run(countRuns, undefined, two)]).toEqual([
      1, 2,
    ]);
    expect(workers).toHaveLength(1);
    await Promise.all(Array.from({ length: 20 }, () => threads.run(countRuns, undefined, one)));
    expect(workers).toHaveLength(2);
    await Promise.all([one, one, one, two, two].map((of) => threads.run(countRuns, undefined, of)));
    expect(workers).toHaveLength(3);
  });

  test('behavior: the event loop is free meanwhile', async () => {
    const threads = open({ count: 1 });
    let isDone = false;
    const tasks = Promise.all(Array.from({ length: 50 }, () => threads.run(spin, 5, one))).finally(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone; turns++) await nextTurn();
    await tasks;
    expect(turns).toBeGreaterThan(500);
  });

  test('behavior: after 1,000 tasks of one organization, the task of another is next', async () => {
    const threads = open({ count: 1 });
    const ended: string[] = [];
    const many = Array.from({ length: 1_000 }, () => threads.run(spin, 1, one).then(() => ended.push('one')));
    const all = Promise.allSettled(many);
    await many[0];
    await threads.run(spin, 1, two).then(() => ended.push('two'));
    expect(ended).toEqual(['one', 'one', 'two']);
    const refused = (await all).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(799);
    expect(new Set(refused.map((error: ApiError) => `${error.status} ${error.code}`))).toEqual(
      new Set(['503 UNAVAILABLE']),
    );
  });

  test('behavior: the credentials of an organization take turns', async () => {
    const threads = open({ count: 1 });
    const ended: string[] = [];
    const run = (credentialId: string) =>
      threads.run(spin, 1, ofOrganization('one', credentialId)).then(() => ended.push(credentialId));
    await Promise.all(['busy', 'busy', 'busy', 'busy', 'other'].map(run));
    expect(ended).toEqual(['busy', 'other', 'busy', 'busy', 'busy']);
  });

  test('behavior: wipes the bytes of input and output in the thread', async () => {
    const threads = open({ count: 1 });
    const secret = [{ key: Uint8Array.of(1, 2, 3) }, { key: Uint8Array.of(4) }];
    const first = await threads.run(keepBytes, { secret }, one);
    expect(first).toEqual({ before: [], nested: { own: Uint8Array.of(7, 7) } });
    const second = await threads.run(keepBytes, { secret }, one);
    expect(second.before).toEqual([[0, 0], [0, 0, 0], [0]]);
    expect(secret[0]?.key).toEqual(Uint8Array.of(1, 2, 3));
  });

  test('behavior: a thread is hardened and has no environment', async () => {
    expect(await open({ count: 1 }).run(lookAround, undefined, one)).toEqual({
      hasProto: false,
      refusesEval: true,
      refusesFunction: true,
      refusesConstructor: true,
      environment: [],
    });
  });

  test.runIf(process.platform === 'linux')('behavior: a thread has a lower priority than the event loop', async () => {
    expect(await open({ count: 1 }).run(readPriority, undefined, one)).toBeGreaterThan(getPriority());
    expect(getPriority()).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  test('error: an ApiError arrives as it was thrown', async () => {
    const threads = open({ count: 1 });
    const error: unknown = await threads.run(refuse, 'path', one).catch((error) => error);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'REQUEST_INVALID',
      message: 'invalid path',
      details: { fieldViolations: [{ field: 'path', description: 'invalid path format' }] },
    });
    expect(error).not.toHaveProperty('cause');
    expect(await threads.run(refuse, '', one)).toBeUndefined();
    expect(workers).toHaveLength(1);
  });

  test.each([
    ['quote', 'SyntaxError'],
    ['throw text', 'string'],
    ['return a function', 'DataCloneError'],
    ['return a class instance', 'TypeError'],
  ] as const)('error: FAILED (%s), without what the task had', async (way, name) => {
    const threads = open({ count: 1 });
    const error = await threads.run(misbehave, way, one).catch((error: Error) => error);
    expect(error).toBeInstanceOf(ThreadError);
    expect(error).toMatchObject({ code: 'FAILED', message: `The task threw an error: misbehave, ${name}` });
    const { stack } = error as Error;
    expect(stack).not.toContain('secret');
    if (way === 'quote') expect(describeError(error).stack.join()).toContain('misbehave.ts');
    expect(await threads.run(countRuns, undefined, one)).toBe(1);
    expect(workers).toHaveLength(1);
  });

  test.each(['hang', 'wait forever'] as const)('error: OVERRAN (%s), and others are not harmed', async (way) => {
    const threads = open({ count: 2, longestTaskMs: 3_000 });
    const hanging = threads.run(misbehave, way, one).catch(codeOf);
    expect(await threads.run(countRuns, undefined, two)).toBe(1);
    expect(await hanging).toBe('OVERRAN');
    expect(workers.map(({ threadId }) => threadId === -1)).toEqual([true, false]);
    expect(await threads.run(countRuns, undefined, one)).toBe(2);
  });

  test.each([
    ['exit', 'CRASHED'],
    ['use up memory', 'OUT_OF_MEMORY'],
  ] as const)('error: a task that ends its thread (%s) is %s, and the thread is replaced', async (way, code) => {
    const threads = open({ count: 1, heapMb: 32 });
    const [first, second] = [threads.run(misbehave, way, one).catch(codeOf), threads.run(countRuns, undefined, one)];
    expect(await first).toBe(code);
    expect(await second).toBe(1);
    expect(workers).toHaveLength(2);
  });

  test('behavior: an idle thread that ended is replaced', async () => {
    const threads = open({ count: 1 });
    await threads.run(misbehave, 'throw later', one);
    if (workers[0]?.threadId !== -1) await once(workers[0] as Worker, 'exit').catch(() => {});
    await expect.poll(() => workers[0]?.threadId).toBe(-1);
    expect(await threads.run(countRuns, undefined, one)).toBe(1);
  });

  test.each(['reverse', 'constructor', './spin.ts'])('error: FAILED (the table has no task %s)', async (name) => {
    const unknown = defineTask(name, async (_: undefined) => undefined);
    const error = await open({ count: 1 })
      .run(unknown, undefined, one)
      .catch((error: Error) => error);
    expect(error).toMatchObject({ code: 'FAILED', message: `The task threw an error: ${name}, Error` });
  });

  test('behavior: threads of the service know its tasks', async () => {
    const threads = createThreads({ count: 1 });
    opened.push(threads);
    const requests = [{ scheme: 'ecdsa' as const, message: new Uint8Array(32).fill(2) }];
    const signings = [{ curve: 'CURVE_P256' as const, secret: new Uint8Array(32).fill(1), requests }];
    const [signatures] = await threads.run(signMessages, { signings }, one);
    expect(signatures).toMatchObject([{ bytes: { length: 64 } }]);
    expect(await threads.run(countRuns, undefined, one).catch(codeOf)).toBe('FAILED');
  });

  test('error: input that is not plain data', async () => {
    const threads = open({ count: 1 });
    const input = { bytes: new Map() as never, times: 1 };
    await expect(threads.run(reverseBytes, input, one)).rejects.toThrow('only plain data');
    expect(workers).toHaveLength(0);
  });

  test('error: UNAVAILABLE if no thread is free in time', async () => {
    const threads = open({ count: 1, longestWaitMs: 10, longestTaskMs: 1_000 });
    const hanging = threads.run(misbehave, 'hang', one).catch(codeOf);
    expect(await threads.run(countRuns, undefined, two).catch(codeOf)).toBe('UNAVAILABLE');
    expect(await hanging).toBe('OVERRAN');
  });
});

describe('signal', () => {
  test('behavior: a waiting task is not run', async () => {
    const threads = open({ count: 1 });
    const controller = new AbortController();
    const running = threads.run(spin, 1, one);
    const { signal } = controller;
    // As many as may wait.
    const waiting = Array.from({ length: 200 }, () => threads.run(countRuns, undefined, { ...one, signal }));
    controller.abort(new Error('disconnected'));
    await Promise.all(waiting.map((task) => expect(task).rejects.toThrow('disconnected')));
    expect(await threads.run(countRuns, undefined, one)).toBe(1);
    await running;
  });

  test('behavior: nobody waits for a running task any more, and its thread is used again', async () => {
    const threads = open({ count: 1 });
    await threads.run(countRuns, undefined, one);
    const controller = new AbortController();
    const running = threads.run(spin, 50, { ...one, signal: controller.signal });
    const next = threads.run(countRuns, undefined, one);
    controller.abort(new Error('disconnected'));
    expect(await Promise.race([running.catch((error: Error) => error.message), next])).toBe('disconnected');
    expect(await next).toBe(2);
    expect(workers).toHaveLength(1);
  });

  test('error: is aborted already', async () => {
    const threads = open({ count: 1 });
    const running = threads.run(spin, 50, one);
    const signal = AbortSignal.abort(new Error('disconnected'));
    const late = threads.run(countRuns, undefined, { ...one, signal }).catch((error: Error) => error.message);
    expect(await Promise.race([late, running])).toBe('disconnected');
  });
});

describe('close', () => {
  test('default: waits for running tasks, refuses waiting ones, ends all threads', async () => {
    const threads = open({ count: 1 });
    const running = threads.run(reverseBytes, { bytes: Uint8Array.of(1), times: 1 }, one);
    const waiting = threads.run(countRuns, undefined, one).catch(codeOf);
    await threads.close();
    expect((await running).received).toBe(1);
    expect(await waiting).toBe('UNAVAILABLE');
    expect(await threads.run(countRuns, undefined, one).catch(codeOf)).toBe('UNAVAILABLE');
    expect(workers.map(({ threadId }) => threadId)).toEqual([-1]);
  });

  test('behavior: does not wait for a task that hangs', async () => {
    const threads = open({ count: 1 });
    const hanging = threads.run(misbehave, 'hang', one).catch(codeOf);
    await threads.close(10);
    expect(await hanging).toBe('UNAVAILABLE');
    expect(workers.map(({ threadId }) => threadId)).toEqual([-1]);
  });
});
