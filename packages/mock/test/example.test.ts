import { createMock } from '@mintmark/mock';
import { expect, test } from 'vitest';

test('a caller waits when there were too many requests', async () => {
  await using mock = await createMock();
  const response = await fetch(`${mock.url}/public/v1/query/whoami`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Stamp': 'any', Prefer: 'scenario=rate-limited' },
    body: JSON.stringify({ organizationId: '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8' }),
  });
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '1']);
});
