import { expect, test } from 'vitest';
import { operation } from '../test/documented.ts';
import { post, prefer, refusal, url } from '../test/mock.ts';
import { scenarios } from './scenarios.ts';

const whoami = operation('whoami');

test.each([
  ['code=418', 'whoami does not document code 418; it documents 200, 400, 401, 403, 404, 409, 413, 429, 500, 501, 503'],
  ['code=abc', expect.stringMatching(/^Prefer: whoami does not document code abc; it documents 200, /)],
  ['code=', expect.stringMatching(/^Prefer: whoami does not document code ; /)],
  ['example=pending', expect.stringMatching(/^Prefer: whoami has no example pending; it has success, /)],
  [
    'code=429, example=SIGNATURE_MISSING',
    'whoami with code 429 has no example SIGNATURE_MISSING; it has RATE_LIMIT_EXCEEDED',
  ],
  ['dynamic=maybe', 'dynamic must be true or false, not maybe'],
  ['scenario=nonsense', `unknown scenario nonsense; use one of ${Object.keys(scenarios).join(', ')}`],
  ['scenario=constructor', expect.stringMatching(/^Prefer: unknown scenario constructor; /)],
  ['scenario=failed', 'the scenario failed does not apply to whoami; rate-limited, expired-key, unavailable, slow do'],
  ['scenario=rate-limited, code=429', 'scenario and code cannot be combined'],
])('error: %s', async (header, message) => {
  const { status, body } = await post(whoami, prefer(header));
  expect(status).toBe(400);
  expect(body).toEqual(refusal(typeof message === 'string' ? `Prefer: ${message}` : message));
});

test.each(['return=minimal', 'respond-async, wait=10', ';;;,,,===', '"', ''])(
  'behavior: %j is ignored',
  async (header) => {
    const [{ status, body }, usual] = await Promise.all([post(whoami, prefer(header)), post(whoami)]);
    expect([status, body]).toEqual([200, usual.body]);
  },
);

test('behavior: twice in one request', async () => {
  const headers = new Headers({ 'Content-Type': 'application/json', 'X-Stamp': 'any' });
  headers.append('Prefer', 'code=429');
  headers.append('Prefer', 'code=503, example=UNAVAILABLE');
  const response = await fetch(url + whoami.path, {
    method: 'POST',
    headers,
    body: JSON.stringify(whoami.request),
  });
  // The first of each counts, and 429 has no example UNAVAILABLE.
  expect(response.status).toBe(400);
});

test('behavior: a request that violates the contract is refused all the same', async () => {
  const { status, body } = await post(whoami, { body: { ...whoami.request, nonsense: 1 }, ...prefer('code=429') });
  expect([status, body.details[0].errorCode]).toEqual([400, 'REQUEST_INVALID']);
});
