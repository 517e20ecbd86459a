import { expect, test } from 'vitest';
import { errorExample, operation, operations } from '../test/documented.ts';
import { ask, post, prefer } from '../test/mock.ts';
import { scenarios } from './scenarios.ts';

const createUsers = operation('createUsers');

const statuses = async (name: string, to = createUsers) => {
  const headers = { Prefer: `scenario=${name}` };
  const { activity } = (await post(to, { headers })).body;
  // Both without and with the scenario: a client may send it with every request.
  const polls = [await ask(activity.id), await ask(activity.id, headers)];
  return [activity.status, ...polls.map(({ body }) => body.activity.status)].map((status) =>
    status.replace('ACTIVITY_STATUS_', ''),
  );
};

test.each([
  ['completed', 'COMPLETED', 'COMPLETED'],
  ['pending-then-completed', 'PENDING', 'COMPLETED'],
  ['consensus-needed', 'CONSENSUS_NEEDED', 'CONSENSUS_NEEDED'],
  ['consensus-then-completed', 'CONSENSUS_NEEDED', 'COMPLETED'],
  ['rejected', 'REJECTED', 'REJECTED'],
  ['failed', 'FAILED', 'FAILED'],
])('behavior: %s', async (name, first, then) => {
  expect(await statuses(name)).toEqual([first, then, then]);
});

test.each([
  ['rate-limited', 429, 'RATE_LIMIT_EXCEEDED', '1'],
  ['expired-key', 401, 'API_KEY_EXPIRED', null],
  ['wrong-time', 400, 'INVALID_TIME', null],
  ['unavailable', 503, 'UNAVAILABLE', '1'],
])('behavior: %s', async (name, status, error, retryAfter) => {
  const answer = await post(createUsers, prefer(`scenario=${name}`));
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual(errorExample(error));
  expect(answer.headers.get('retry-after')).toBe(retryAfter);
});

test('behavior: slow delays the usual response', async () => {
  const order: string[] = [];
  const send = async (name: string, options = {}) => {
    const { body } = await post(createUsers, options);
    order.push(name);
    return body;
  };
  const [slow, usual] = await Promise.all([send('slow', prefer('scenario=slow')), send('usual')]);
  expect(slow).toEqual(usual);
  expect(order).toEqual(['usual', 'slow']);
});

test('behavior: every scenario is tested here', () => {
  expect(Object.keys(scenarios)).toEqual([
    'completed',
    'pending-then-completed',
    'consensus-needed',
    'consensus-then-completed',
    'rejected',
    'failed',
    'rate-limited',
    'expired-key',
    'wrong-time',
    'unavailable',
    'slow',
  ]);
});

test.each(operations.map((each) => [each.id, each] as const))('behavior: those that apply to %s', async (_, each) => {
  const isStamped = each.path.startsWith('/public/');
  const isActivity = each.versions.length > 0;
  const states = each.examples.get(200) ?? [];
  for (const [name, { activity = '' }] of Object.entries(scenarios).filter(([other]) => other !== 'slow')) {
    const fits =
      ['rate-limited', 'unavailable'].includes(name) ||
      (name === 'expired-key' && isStamped) ||
      (name === 'wrong-time' && isActivity) ||
      states.includes(activity) ||
      (activity !== '' && each.id === 'getActivity');
    const { body } = await post(each, prefer(`scenario=${name}`));
    const isRefused = String(body.message).startsWith(`Prefer: the scenario ${name} does not apply to ${each.id}; `);
    expect([name, isRefused]).toEqual([name, !fits]);
  }
});
