import { createClient, type SubmitOptions } from '@mintmark/client';
import { createMock, type Mock, scenarios } from '@mintmark/mock';
import { examples } from '@mintmark/schema';
import { createP256Stamper } from '@mintmark/stamper';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKey } from '../targets/api-key.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

/** The result of the client in each scenario, with these options. */
const expected: Readonly<Record<string, readonly [said: string, options?: SubmitOptions]>> = {
  completed: ['completed'],
  'pending-then-completed': ['completed'],
  'consensus-needed': ['consensusNeeded'],
  'consensus-then-completed': ['completed', { consensusTimeout: 60_000 }],
  rejected: ['rejected'],
  failed: ['failed'],
  'rate-limited': ['ApiError RATE_LIMIT_EXCEEDED after 1000 ms', { retries: 0 }],
  'expired-key': ['ApiError API_KEY_EXPIRED'],
  'wrong-time': ['ApiError INVALID_TIME'],
  unavailable: ['ApiError UNAVAILABLE after 1000 ms', { retries: 0 }],
  slow: ['TimeoutError TIMEOUT', { timeout: 200 }],
};

test('behavior: there is an expectation for every scenario', () => {
  expect(Object.keys(expected)).toEqual(Object.keys(scenarios));
});

test.each(Object.entries(expected))('behavior: the client in the scenario %s', async (scenario, [said, options]) => {
  const client = createClient({
    baseUrl: mock.url,
    organizationId: examples.organizationId,
    stamper: createP256Stamper(apiKey),
  });
  const call = client.upsertSwapConfig({ feeBps: '30' }, { ...options, headers: { Prefer: `scenario=${scenario}` } });
  const got = await call.then(
    ({ status }) => status,
    ({ name, code, retryAfterMs }) => `${name} ${code}${retryAfterMs ? ` after ${retryAfterMs} ms` : ''}`,
  );
  expect(got).toBe(said);
});
