import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Connection } from '../load/connections.ts';
import { requestBytes } from '../load/stamped-requests.ts';
import { otherAddresses } from './flood.ts';
import { startReverseProxy } from './reverse-proxy.ts';

test('default: passes requests on, with the address of the client', async () => {
  const [client, own] = [otherAddresses.at(0), otherAddresses.at(-1)] as [string, string];
  const service = createServer(async (request, response) => {
    const { socket, headers, url } = request;
    const seen = [url, socket.remoteAddress, headers['x-forwarded-for'], headers['x-one'], await text(request)];
    const answer = JSON.stringify(seen);
    response.writeHead(201, { 'Content-Length': answer.length }).end(answer);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  await using proxy = await startReverseProxy((service.address() as AddressInfo).port, own);
  const connection = new Connection(proxy.port, { localAddress: client });
  const { status, body } = await connection.send(requestBytes('/path', 'body', { name: 'X-One', value: 'two' }));
  connection.close();
  service.close();
  expect([status, JSON.parse(body)]).toEqual([201, ['/path', own, client, 'two', 'body']]);
});
