import { describe, expect, test } from 'vitest';
import { ApiError } from '../contract/api-error.ts';
import { RateLimit } from './rate-limit.ts';

const rate = { perSecond: 2, burst: 3 };

/** How many of so many attempts at once are let through. */
const passed = (limit: RateLimit, name: string, attempts: number, nowMs: number) =>
  Array.from({ length: attempts }).filter(() => {
    try {
      limit.check(name, nowMs);
      limit.take(name, nowMs);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      return false;
    }
  }).length;

describe('RateLimit', () => {
  test('default: the burst at once, then so many each second', () => {
    const limit = new RateLimit(rate);
    expect(passed(limit, 'a', 10, 0)).toBe(3);
    expect(passed(limit, 'a', 10, 999)).toBe(1);
    expect(passed(limit, 'a', 10, 60_000)).toBe(3);
  });

  test('behavior: each name has a share of its own', () => {
    const limit = new RateLimit(rate);
    expect([passed(limit, 'a', 5, 0), passed(limit, 'b', 5, 0)]).toEqual([3, 3]);
  });

  test('error: says when to come again', () => {
    const limit = new RateLimit({ perSecond: 0.25, burst: 1 });
    limit.take('a', 0);
    expect(() => limit.check('a', 0)).toThrow(
      expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED', particulars: { retryAfterSeconds: 4 } }),
    );
  });

  test('behavior: takes what something was worth', () => {
    const limit = new RateLimit({ perSecond: 10, burst: 5 });
    limit.take('a', 0, 4);
    limit.check('a', 0);
    limit.take('a', 0, 40);
    expect(() => limit.check('a', 0)).toThrow(expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }));
    expect(() => limit.check('a', 599)).toThrow(expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }));
    limit.check('a', 600);
  });
});
