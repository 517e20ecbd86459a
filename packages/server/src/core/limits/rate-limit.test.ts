import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../model/api-error.ts';
import { RateLimit } from './rate-limit.ts';

const rate = { perSecond: 2, burst: 3 };

let nowMs = 0;
const clock = () => nowMs;
beforeEach(() => {
  nowMs = 0;
});

/** How many of this many concurrent attempts are admitted. */
const passed = (limit: RateLimit, name: string, attempts: number) =>
  Array.from({ length: attempts }).filter(() => {
    try {
      limit.check(name);
      limit.take(name);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      return false;
    }
  }).length;

describe('RateLimit', () => {
  test('default: allows the burst immediately, then the rate each second', () => {
    const limit = new RateLimit(rate, clock);
    expect(passed(limit, 'a', 10)).toBe(3);
    nowMs = 999;
    expect(passed(limit, 'a', 10)).toBe(1);
    nowMs = 60_000;
    expect(passed(limit, 'a', 10)).toBe(3);
  });

  test('behavior: each name has its own share', () => {
    const limit = new RateLimit(rate, clock);
    expect([passed(limit, 'a', 5), passed(limit, 'b', 5)]).toEqual([3, 3]);
  });

  test('error: says when to retry', () => {
    const limit = new RateLimit({ perSecond: 0.25, burst: 1 }, clock);
    limit.take('a');
    expect(() => limit.check('a')).toThrow(
      expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED', details: { retryAfterSeconds: 4 } }),
    );
  });

  test('behavior: takes as much as a call cost', () => {
    const limit = new RateLimit({ perSecond: 10, burst: 5 }, clock);
    limit.take('a', 4);
    limit.check('a');
    limit.take('a', 40);
    expect(() => limit.check('a')).toThrow(expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }));
    nowMs = 599;
    expect(() => limit.check('a')).toThrow(expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }));
    nowMs = 600;
    limit.check('a');
  });

  test('behavior: only what costs several tokens puts the share into debt', () => {
    const limit = new RateLimit(rate, clock);
    for (let count = 0; count < 10; count++) limit.take('a');
    nowMs = 500;
    expect(passed(limit, 'a', 10)).toBe(1);
    nowMs = 750;
    limit.take('a');
    nowMs = 1_250;
    expect(passed(limit, 'a', 10)).toBe(1);
    limit.take('a', 2);
    nowMs = 1_750;
    expect(passed(limit, 'a', 10)).toBe(0);
  });

  test('behavior: what another process granted counts, and puts the share into debt', () => {
    const limit = new RateLimit(rate, clock);
    limit.takeElsewhere('a', 2);
    expect(passed(limit, 'a', 10)).toBe(1);
    limit.takeElsewhere('a', 1);
    nowMs = 999;
    expect(passed(limit, 'a', 10)).toBe(0);
    nowMs = 1_000;
    expect(passed(limit, 'a', 10)).toBe(1);
    limit.takeElsewhere('a', 1_000);
    nowMs += 2_000;
    expect(passed(limit, 'a', 10)).toBe(1);
  });

  test('behavior: a token that is taken here leaves the debt as it is', () => {
    const limit = new RateLimit(rate, clock);
    limit.takeElsewhere('a', 1_000);
    limit.take('a');
    nowMs += 1_000;
    expect(passed(limit, 'a', 10)).toBe(0);
  });

  test('behavior: says what was taken here, and not what was taken elsewhere', () => {
    const limit = new RateLimit(rate, clock);
    const taken: unknown[] = [];
    limit.onTake = (...take) => taken.push(take);
    limit.take('a', 2);
    limit.takeElsewhere('a', 1);
    limit.take('b');
    expect(taken).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });
});
