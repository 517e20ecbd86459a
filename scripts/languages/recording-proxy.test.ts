import { createMock, type Mock } from '@mintmark/mock';
import { examples } from '@mintmark/schema';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRecordingProxy, type RecordingProxy } from './recording-proxy.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

const key = generatePrivateKey('p256').toApiKey();
const otherKey = generatePrivateKey('p256').toApiKey();
const { organizationId } = examples;
const body = JSON.stringify({ organizationId });
const asset = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const open = (pages?: number) =>
  createRecordingProxy({ target: mock.url, publicKey: key.publicKey, ...(pages && { pages }) });

/** Sends a body, with the stamp of another body if one is given. */
const send = async ({ url }: RecordingProxy, path: string, sent: string, { stamped = sent, by = key } = {}) => {
  const { name, value } = await createP256Stamper(by).stamp(stamped);
  return fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [name]: value },
    body: sent,
  });
};

test('default: forwards and records requests', async () => {
  await using proxy = await open();
  const response = await send(proxy, '/public/v1/query/whoami', body);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ organizationId });
  expect(proxy.requests).toEqual([{ path: '/public/v1/query/whoami', body, stamp: 'valid' }]);
});

test('behavior: the status of an answer is forwarded', async () => {
  await using proxy = await open();
  expect((await send(proxy, '/public/v1/query/whoami', '{}')).status).toBe(400);
  expect((await send(proxy, '/nowhere', '{}')).status).toBe(404);
});

test('behavior: a stamp over other bytes, by another key, or no stamp', async () => {
  await using proxy = await open();
  await send(proxy, '/public/v1/query/whoami', body, { stamped: `${body} ` });
  await send(proxy, '/public/v1/query/whoami', body, { by: otherKey });
  await fetch(`${proxy.url}/public/v1/query/whoami`, { method: 'POST', body });
  expect(proxy.requests.map(({ stamp }) => stamp)).toEqual([
    expect.stringContaining('does not verify'),
    expect.not.stringContaining('valid'),
    expect.not.stringContaining('valid'),
  ]);
});

test('args: pages', async () => {
  await using proxy = await open(2);
  const list = JSON.stringify({ organizationId, caip19: asset });
  const answers: { hasNextPage?: boolean }[] = [];
  for (let page = 0; page < 2; page += 1) {
    const response = await send(proxy, '/public/v1/query/list_earn_vaults', list);
    const { pageInfo } = (await response.json()) as { pageInfo: { hasNextPage: boolean } };
    answers.push(pageInfo);
  }
  const { hasNextPage, ...rest } = answers[1] ?? {};
  expect(hasNextPage).toBe(false);
  expect(answers[0]).toEqual({ hasNextPage: true, ...rest });
  expect(await (await send(proxy, '/public/v1/query/whoami', body)).json()).not.toHaveProperty('hasNextPage');
});

test('error: the target is not running', async () => {
  await using proxy = await createRecordingProxy({ target: 'http://127.0.0.1:1', publicKey: key.publicKey });
  expect((await send(proxy, '/public/v1/query/whoami', body)).status).toBe(502);
});
