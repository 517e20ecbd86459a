import { expect, test } from 'vitest';
import { me } from '../test/answers.ts';
import { clientOf, users } from '../test/caller.ts';
import { failureOf } from '../test/failure.ts';
import { startService } from '../test/service.ts';
import { TransportError } from './index.ts';

test.each([301, 302, 303, 307, 308])('error: %i to another host, which receives nothing', async (status) => {
  const other = await startService({ body: me });
  const service = await startService({ status, headers: { Location: `${other.url}/public/v1/submit/create_users` } });
  const error = await failureOf(clientOf(service).createUsers(users), TransportError);
  expect(error).toMatchObject({ code: 'REDIRECTED', status, retryable: false, requestId: 'request-1' });
  expect(error.message).toBe('createUsers was redirected; redirects are not followed');
  expect(service.requests).toHaveLength(1);
  expect(other.requests).toEqual([]);
});

test('error: within the host', async () => {
  const service = await startService({ status: 308, headers: { Location: '/public/v1/query/whoami/' } }, { body: me });
  expect(await failureOf(clientOf(service).whoami(), TransportError)).toMatchObject({
    code: 'REDIRECTED',
    status: 308,
  });
  expect(service.requests).toHaveLength(1);
});

test('error: a fetch that follows redirects anyway', async () => {
  const other = await startService({ body: me });
  const service = await startService({ status: 307, headers: { Location: other.url } });
  const client = clientOf(service, { fetch: (url, init) => fetch(url, { ...init, redirect: 'follow' }) });
  expect(await failureOf(client.whoami(), TransportError)).toMatchObject({ code: 'REDIRECTED', retryable: false });
  expect(other.requests).toHaveLength(1);
});

test('error: a browser, which hides the response', async () => {
  const hidden = { type: 'opaqueredirect', status: 0, ok: false, headers: new Headers(), text: async () => '' };
  const client = clientOf(
    { url: 'https://mintmark.example.com' },
    { fetch: async () => hidden as unknown as Response },
  );
  expect(await failureOf(client.whoami(), TransportError)).toMatchObject({ code: 'REDIRECTED', retryable: false });
});
