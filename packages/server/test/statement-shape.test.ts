import { expect, test } from 'vitest';
import { shapeProblems } from './statement-shape.ts';

test.each([
  'select * from users where organization_id = $1 and created_at < now()',
  'insert into nonce_turns (organization_id, ends_at) values ($1, now()) on conflict (organization_id) do update set ends_at = excluded.ends_at',
  'with own as (select * from users where organization_id = $1) update users set name = $2 where organization_id = $1',
  "select set_config('statement_timeout', $1, true), set_config('jit', 'off', false)",
  'set local lock_timeout = 250',
])('default: %s', (text) => {
  expect(shapeProblems(text)).toEqual([]);
});

test.each([
  ['select * from users where id = $1', 'users is not found by an organization'],
  [
    'insert into sign_ups (organization_id) values ($1) on conflict (organization_id) do update set created_at = now()',
    'now is called in "on conflict"',
  ],
  [
    'insert into sign_ups (organization_id) values ($1) on conflict (organization_id) do update set name = $2 where sign_ups.created_at < current_timestamp',
    'the current time is called in "on conflict"',
  ],
  [
    'with gone as (delete from users where organization_id = $1 returning id) select * from gone',
    'a part of "with" changes rows',
  ],
  ['set local enable_seqscan = off', 'enable_seqscan is set for a transaction'],
  ["select set_config('jit', 'off', true)", 'jit is set for a transaction'],
])('error: %s', (text, words) => {
  expect(shapeProblems(text).map((problem) => problem.words)).toEqual([expect.stringContaining(words)]);
});
