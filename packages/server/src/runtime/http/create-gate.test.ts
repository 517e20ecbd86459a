import { expect, test } from 'vitest';
import { jsonAnswer } from './answers.ts';
import { createGate } from './create-gate.ts';
import type { RequestLog } from './front-door.ts';
import { fetchOf } from './in-process.ts';

const unavailable = { status: 503, headers: {}, body: '{"status":"unavailable"}' };

test('default: 503 with an id and a line in the log, then the app', async () => {
  const told: RequestLog[] = [];
  const gate = createGate(new Map([['/health', { name: 'health', answer: () => unavailable }]]), (entry) =>
    told.push(entry),
  );
  const fetch = fetchOf(gate.app);
  const early = await fetch('http://local/metrics');
  const { details } = (await early.json()) as { details: { errorCode: string }[] };
  expect([early.status, details[0]?.errorCode]).toEqual([503, 'UNAVAILABLE']);
  expect(early.headers.get('x-request-id')).toBe(told[0]?.requestId);
  expect(await (await fetch('http://local/health')).text()).toBe(unavailable.body);
  expect(told.map(({ operation, status }) => [operation, status])).toEqual([
    ['none', 503],
    ['health', 503],
  ]);

  gate.open(async () => jsonAnswer(200, 'there'));
  expect(await (await fetch('http://local/health')).json()).toBe('there');
});
