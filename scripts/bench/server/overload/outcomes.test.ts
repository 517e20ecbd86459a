import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openConnections } from '../../../load/connections.ts';
import { countOutcomes, type Outcome, sendEach } from './outcomes.ts';

const answer = (status: number, ms: number, retryAfter?: string): Outcome => ({
  status,
  ms,
  body: '',
  ...(retryAfter !== undefined && { retryAfter }),
});

test('default', () => {
  const outcomes = [
    ...Array.from({ length: 100 }, (_, index) => answer(200, index + 1)),
    answer(503, 1000, '1'),
    answer(503, 2000),
    answer(503, 3000, '2'),
    answer(500, 4000),
    answer(429, 5000, '1'),
    new Error('the connection was closed before the answer'),
  ];
  expect([...countOutcomes(outcomes)]).toEqual([
    ['answered 200', '100'],
    ['answered 503 with Retry-After', '2'],
    ['answered 503 without Retry-After', '1'],
    ['other answers', '2 (429, 500)'],
    ['no answer', '1 (the connection was closed before the answer)'],
    ['p50 of 200, ms', '50'],
    ['p99 of 200, ms', '99'],
    ['p50 of all answers, ms', '53'],
    ['p99 of all answers, ms', '4000'],
  ]);
});

test('behavior: without a success there are no latencies', () => {
  const counts = countOutcomes([new Error('refused')]);
  expect([counts.get('p50 of 200, ms'), counts.get('p99 of all answers, ms')]).toEqual(['–', '–']);
});

test('behavior: one outcome for each request, also after a closed connection', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/close') return void request.socket.destroy();
    response.writeHead(request.url === '/busy' ? 503 : 200, request.url === '/busy' ? { 'Retry-After': '7' } : {});
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connections = openConnections((server.address() as AddressInfo).port, 2);
  const requests = ['/', '/close', '/busy', '/close', '/', '/'].map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`),
  );
  const outcomes = await sendEach(connections, requests);
  for (const connection of connections) connection.close();
  server.close();
  expect(outcomes.map((outcome) => (outcome instanceof Error ? 'none' : outcome.status)).toSorted()).toEqual([
    200,
    200,
    200,
    503,
    'none',
    'none',
  ]);
  expect(outcomes).toContainEqual(expect.objectContaining({ status: 503, retryAfter: '7' }));
});
