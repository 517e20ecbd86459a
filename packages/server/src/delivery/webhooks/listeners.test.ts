import { expect, test } from 'vitest';
import { Listeners } from './listeners.ts';

const updates = 'ACTIVITY_UPDATES';

function start() {
  const time = { now: 0 };
  const listeners = new Listeners(() => time.now);
  return { time, listeners, mayGet: (id = 'a', type = updates) => listeners.mayGet(id, type) };
}

test('default: an organization about which nothing is known may get everything', () => {
  expect(start().mayGet()).toBe(true);
});

test('behavior: one without endpoints gets nothing, until somebody has to ask again', () => {
  const { time, listeners, mayGet } = start();
  listeners.note('a', new Set());
  expect([mayGet(), mayGet('b')]).toEqual([false, true]);
  time.now = 4_999;
  expect(mayGet()).toBe(false);
  time.now = 5_000;
  expect(mayGet()).toBe(true);
});

test('behavior: only the types of its endpoints', () => {
  const { listeners, mayGet } = start();
  listeners.note('a', new Set([updates]));
  expect([mayGet(), mayGet('a', 'BALANCE_CONFIRMED_UPDATES')]).toEqual([true, false]);
});

test('behavior: a changed endpoint may get everything', () => {
  const { listeners, mayGet } = start();
  listeners.note('a', new Set());
  listeners.forget('a');
  expect(mayGet()).toBe(true);
});
