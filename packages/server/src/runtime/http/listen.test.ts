import { setTimeout } from 'node:timers/promises';
import { createAttestedStamper, createP256Signer, generatePrivateKey } from '@mintmark/stamper';
import { patience } from '@mintmark/testing/patience';
import { RawConnection, type RawReply } from '@mintmark/testing/raw-connection';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Service, startService } from '../../../test/service.ts';
import type { App } from './exchange.ts';
import { createClientFinder } from './find-client.ts';
import type { RequestLog } from './front-door.ts';
import type { Limits } from './limits.ts';
import { type Listening, listen } from './listen.ts';

const whoami = '/public/v1/query/whoami';
const get = (path: string, ...headers: string[]) => request(`GET ${path} HTTP/1.1`, ['Host: local', ...headers]);
const request = (line: string, headers: readonly string[], body = '') =>
  `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`;
const post = (body: string, ...headers: string[]) =>
  request(`POST ${whoami} HTTP/1.1`, ['Host: local', `Content-Length: ${body.length}`, ...headers], body);

/** The headers that every answer has to have, including those made outside of the app. */
const everyHeader = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
};

function expectRefusal({ status, headers, body }: RawReply, expected: readonly [number, string]): void {
  expect(Object.fromEntries(headers)).toMatchObject({ ...everyHeader, date: expect.anything() });
  const { code, message, details, ...more } = JSON.parse(body);
  expect([status, details[0].errorCode]).toEqual(expected);
  expect({ code: typeof code, message: typeof message, more }).toEqual({ code: 'number', message: 'string', more: {} });
}

let service: Service;
let listening: Listening;
const told: RequestLog[] = [];
let stamped: { readonly body: string; readonly stamp: string };

async function listenWith(limits: Partial<Limits>, app: App = service.app): Promise<Listening & AsyncDisposable> {
  const own = await listen(app, { port: 0, host: '127.0.0.1', limits, log: (entry) => told.push(entry) });
  return { ...own, [Symbol.asyncDispose]: own.close };
}

async function replyTo(bytes: string | Uint8Array, url = listening.url): Promise<RawReply> {
  using connection = await RawConnection.open(url);
  return await connection.send(bytes).reply();
}

/** The same, for the last answer on a connection. */
async function lastReplyTo(bytes: string | Uint8Array, url = listening.url): Promise<RawReply> {
  using connection = await RawConnection.open(url);
  const reply = await connection.send(bytes).reply();
  expect(reply.headers.get('connection')).toBe('close');
  expect(await connection.rest()).toBe('');
  return reply;
}

beforeAll(async () => {
  service = await startService();
  listening = await listen(service.app, { port: 0, host: '127.0.0.1', log: (entry) => told.push(entry) });
  const body = JSON.stringify({ organizationId: service.root.organizationId });
  const { name, value } = await service.root.stamper.stamp(body);
  stamped = { body, stamp: `${name}: ${value}` };
});
afterAll(async () => {
  await listening.close();
  await service[Symbol.asyncDispose]();
});

test.each<[peers: string, client: string]>([
  ['trusted', '198.51.100.1'],
  ['not trusted', '127.0.0.1'],
])('behavior: the app gets the client behind a proxy that is %s', async (peers, client) => {
  const app: App = async ({ address }) => ({ status: 200, headers: {}, body: address });
  const findClient = createClientFinder(peers === 'trusted' ? ['127.0.0.1', '10.0.0.0/8'] : ['10.0.0.0/8']);
  const own = await listen(app, { port: 0, host: '127.0.0.1', findClient });
  onTestFinished(() => own.close());
  const lines = ['203.0.113.1', '198.51.100.1', '10.0.0.1'].map((address) => `X-Forwarded-For: ${address}`);
  expect((await replyTo(get('/', ...lines), own.url)).body).toBe(client);
});

describe('answers', () => {
  test('default', async () => {
    const { status, headers, body } = await replyTo(post(stamped.body, stamped.stamp));
    expect([status, JSON.parse(body).userId]).toEqual([200, service.root.userId]);
    expect(Object.fromEntries(headers)).toMatchObject({ ...everyHeader, connection: 'keep-alive' });
    expect([headers.has('server'), headers.has('x-powered-by')]).toEqual([false, false]);
  });

  test.each(['/health', '/ready'])('behavior: HEAD %s', async (path) => {
    using connection = await RawConnection.open(listening.url);
    const bytes = get(path);
    const full = await connection.send(bytes).reply();
    const head = await connection.send(bytes.replace('GET', 'HEAD')).reply(true);
    expect([full.status, full.body, head.status]).toEqual([200, '{"status":"ok"}', 200]);
    const same = (reply: RawReply) => ({ ...Object.fromEntries(reply.headers), date: '', 'x-request-id': '' });
    expect(same(head)).toEqual(same(full));
    expect(Object.fromEntries(full.headers)).toMatchObject(everyHeader);
    expect((await connection.send(get('/health')).reply()).body).toBe('{"status":"ok"}');
  });

  test('behavior: a preflight allows the headers of every kind of stamp', async () => {
    const { headers } = await replyTo(request(`OPTIONS ${whoami} HTTP/1.1`, ['Host: local']));
    expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['X-Stamp', 'X-Stamp-WebAuthn', 'X-Stamp-Attested']),
    );
  });

  test('behavior: a preflight has neither a body nor a length', async () => {
    const { status, headers } = await replyTo(request(`OPTIONS ${whoami} HTTP/1.1`, ['Host: local']));
    expect([status, headers.get('content-length'), headers.get('access-control-allow-methods')]).toEqual([
      204,
      undefined,
      'POST',
    ]);
  });

  test.each([
    ['a target in absolute form', get('http://local/health')],
    ['a target in absolute form with a query', get('https://local:1/health?x=1')],
    ['an extra slash', get('//health')],
    ['HTTP/1.0 without a host', request('GET /health HTTP/1.0', [])],
    ['an unknown expectation', get('/health', 'Expect: wonders')],
    ['an upgrade to a WebSocket', get('/health', 'Connection: Upgrade', 'Upgrade: websocket')],
    [
      'an upgrade to HTTP/2',
      get('/health', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AA'),
    ],
    ['the most headers allowed', get('/health', ...Array.from({ length: 63 }, (_, n) => `X-${n}: 1`))],
  ])('behavior: %s', async (_, bytes) => {
    const { status, body } = await replyTo(bytes);
    expect([status, body]).toEqual([200, '{"status":"ok"}']);
  });

  // A stamp covers the bytes and needs a header that no HTML form can send. A check of the type would add nothing, and clients
  // leave the type out.
  test.each(['text/plain', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded'])(
    'behavior: the content type of a stamped body is ignored: %s',
    async (type) => {
      expect((await replyTo(post(stamped.body, stamped.stamp, `Content-Type: ${type}`))).status).toBe(200);
    },
  );

  test('behavior: a body in chunks', async () => {
    const half = stamped.body.length >> 1;
    const chunks = [stamped.body.slice(0, half), stamped.body.slice(half), ''];
    const body = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
    const head = ['Host: local', 'Transfer-Encoding: chunked', stamped.stamp];
    expect((await replyTo(request(`POST ${whoami} HTTP/1.1`, head, body))).status).toBe(200);
  });

  test('behavior: pipelined requests are answered in order', async () => {
    using connection = await RawConnection.open(listening.url);
    connection.send([post(stamped.body, stamped.stamp), get('/nowhere'), get('/health')].join(''));
    const statuses = [await connection.reply(), await connection.reply(), await connection.reply()];
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  test('behavior: a client that expects 100 Continue gets it', async () => {
    using connection = await RawConnection.open(listening.url);
    connection.send(post(stamped.body, stamped.stamp, 'Expect: 100-continue').replace(stamped.body, ''));
    expect((await connection.reply()).status).toBe(100);
    expect((await connection.send(stamped.body).reply()).status).toBe(200);
  });

  test('behavior: a refused body gets no 100 Continue', async () => {
    const head = ['Host: local', `Content-Length: ${2 ** 21}`, 'Expect: 100-continue'];
    expectRefusal(await lastReplyTo(request(`POST ${whoami} HTTP/1.1`, head)), [413, 'REQUEST_TOO_LARGE']);
  });
});

describe('refusals', () => {
  const chunked = (...headers: string[]) =>
    request(`POST ${whoami} HTTP/1.1`, ['Host: local', ...headers], '2\r\n{}\r\n0\r\n\r\n');
  const malformed: readonly [string, string, number][] = [
    ['a length and chunks', chunked('Content-Length: 12', 'Transfer-Encoding: chunked'), 400],
    ['chunks and a length', chunked('Transfer-Encoding: chunked', 'Content-Length: 12'), 400],
    ['two lengths', post('{}', 'Content-Length: 3'), 400],
    ['the same length twice', post('{}', 'Content-Length: 2'), 400],
    ['a length that is not a number', post('{}').replace('Length: 2', 'Length: +2'), 400],
    ['a blank before the colon', chunked('Transfer-Encoding : chunked'), 400],
    ['another transfer coding before the chunks', chunked('Transfer-Encoding: gzip, chunked'), 400],
    ['another transfer coding alone', chunked('Transfer-Encoding: gzip'), 400],
    ['transfer codings in two lines', chunked('Transfer-Encoding: identity', 'Transfer-Encoding: chunked'), 400],
    ['lines that end with only a line feed', get('/health').replaceAll('\r\n', '\n'), 400],
    ['a folded header', get('/health', 'X-Folded: 1\r\n more'), 400],
    ['no host', request('GET /health HTTP/1.1', []), 400],
    ['two hosts', get('/health', 'Host: other'), 400],
    ['a zero byte in a header', get('/health', 'X-Zero: \0'), 400],
    ['an unknown method', 'BREW /health HTTP/1.1\r\nHost: local\r\n\r\n', 400],
    ['a tunnel', request('CONNECT local:443 HTTP/1.1', ['Host: local']), 400],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['a gzip-encoded body', post('{}', 'Content-Encoding: gzip'), 400],
    ['an identity-encoded body', post('{}', 'Content-Encoding: identity'), 400],
    ['one header too many', get('/health', ...Array.from({ length: 64 }, (_, n) => `X-${n}: 1`)), 431],
    ['many headers too many', get('/health', ...Array.from({ length: 500 }, (_, n) => `X-${n}: 1`)), 431],
    ['headers that are too large', get('/health', `X-Large: ${'x'.repeat(40_000)}`), 431],
    ['a target that is too large', get(`/${'x'.repeat(40_000)}`), 431],
    ['a chunk with a bad length', chunked('Transfer-Encoding: chunked').replace('2\r\n', 'x\r\n'), 400],
  ];
  test.each(malformed)('error: %s', async (_, bytes, status) => {
    expectRefusal(await replyTo(bytes), [status, 'REQUEST_INVALID']);
  });

  test.each([
    ['OPTIONS *', request('OPTIONS * HTTP/1.1', ['Host: local'])],
    ['an unknown path', get('/nowhere')],
    ['a property name that every object has', get('/__proto__')],
    ['a path with ..', get('/docs/../health')],
    ['a path with a NUL', get('/health%00')],
  ])('error: %s', async (_, bytes) => {
    expectRefusal(await replyTo(bytes), [404, 'ROUTE_NOT_FOUND']);
  });

  test.each([
    ['GET', whoami, 'POST'],
    ['TRACE', whoami, 'POST'],
    ['POST', '/health', 'GET, HEAD'],
    ['DELETE', '/ready', 'GET, HEAD'],
  ])('error: %s %s', async (method, path, allow) => {
    const reply = await replyTo(request(`${method} ${path} HTTP/1.1`, ['Host: local']));
    expectRefusal(reply, [405, 'ROUTE_NOT_FOUND']);
    expect(reply.headers.get('allow')).toBe(allow);
  });

  test.each([
    ['no stamp', () => []],
    ['the same stamp twice', () => [stamped.stamp, stamped.stamp]],
    ['two stamps in one header', () => [`${stamped.stamp}, ${stamped.stamp}`]],
    ['stamps of both kinds', () => [stamped.stamp, stamped.stamp.replace('X-Stamp:', 'X-Stamp-WebAuthn:')]],
    ['an attested stamp beside another', () => [stamped.stamp, stamped.stamp.replace('X-Stamp:', 'X-Stamp-Attested:')]],
  ])('error: %s', async (_, stamps) => {
    const { status, body } = await replyTo(post(stamped.body, ...stamps()));
    expect([status, JSON.parse(body).details[0].errorCode]).toEqual([
      401,
      expect.stringMatching(/^SIGNATURE_(?:MISSING|INVALID)$/),
    ]);
  });

  test('behavior: an attested stamp with a token of the maximum length is read', async () => {
    const signer = createP256Signer(generatePrivateKey('p256').toApiKey());
    const stamper = createAttestedStamper({ signer, oidcToken: 'a'.repeat(2 ** 14) });
    const { name, value } = await stamper.stamp(stamped.body);
    const { status, body } = await replyTo(post(stamped.body, `${name}: ${value}`));
    expect([status, JSON.parse(body).message]).toEqual([401, 'only stamp_login accepts an attested stamp']);
  });

  test('behavior: a body of the maximum length', async () => {
    const { status } = await replyTo(post('x'.repeat(2 ** 18)));
    expect(status).toBe(401);
  });

  test('error: a length over the limit', async () => {
    const body = 'x'.repeat(2 ** 18 + 1);
    expectRefusal(await lastReplyTo(post(body)), [413, 'REQUEST_TOO_LARGE']);
  });

  test('error: chunks over the limit, refused before their end', async () => {
    const chunk = `10000\r\n${'x'.repeat(2 ** 16)}\r\n`;
    const bytes = request(`POST ${whoami} HTTP/1.1`, ['Host: local', 'Transfer-Encoding: chunked'], chunk.repeat(5));
    expectRefusal(await lastReplyTo(bytes), [413, 'REQUEST_TOO_LARGE']);
  });

  test('error: endless chunk extensions', async () => {
    const bytes = request(`POST ${whoami} HTTP/1.1`, ['Host: local', 'Transfer-Encoding: chunked']);
    expectRefusal(await replyTo(`${bytes}2;${'x'.repeat(40_000)}`), [413, 'REQUEST_TOO_LARGE']);
  });

  test('behavior: a connection without a valid request is logged once', async () => {
    const before = told.length;
    const { headers } = await replyTo('nonsense\r\n\r\n');
    expect(told.slice(before)).toEqual([
      expect.objectContaining({
        requestId: headers.get('x-request-id'),
        operation: 'none',
        status: 400,
        errorCode: 'REQUEST_INVALID',
      }),
    ]);
  });
});

describe('limits', () => {
  test('error: headers that do not arrive in time', async () => {
    await using own = await listenWith({ headersTimeoutMs: 100, checkingIntervalMs: 20 });
    expectRefusal(await lastReplyTo('GET /health HTTP/1.1\r\nHost: lo', own.url), [408, 'REQUEST_INVALID']);
  });

  test('error: a body that does not arrive in time', async () => {
    await using own = await listenWith({ headersTimeoutMs: 100, requestTimeoutMs: 200, checkingIntervalMs: 20 });
    const bytes = post(stamped.body, stamped.stamp).slice(0, -1);
    const before = told.length;
    expectRefusal(await lastReplyTo(bytes, own.url), [408, 'REQUEST_INVALID']);
    expect(told).toHaveLength(before);
  });

  test('behavior: an idle connection is closed', async () => {
    await using own = await listenWith({ keepAliveTimeoutMs: 50 });
    using connection = await RawConnection.open(own.url);
    expect((await connection.send(get('/health')).reply()).headers.get('connection')).toBe('keep-alive');
    expect(await connection.rest()).toBe('');
  });

  test('behavior: the number of requests per connection is limited', async () => {
    await using own = await listenWith({ requestsPerConnection: 2 });
    using connection = await RawConnection.open(own.url);
    const before = service.logged.length;
    connection.send(get('/health').repeat(4));
    const replies = [await connection.reply(), await connection.reply()];
    expect(replies.map(({ headers }) => headers.get('connection'))).toEqual(['keep-alive', 'close']);
    expect(await connection.rest()).toBe('');
    expect(service.logged).toHaveLength(before + 2);
  });

  test('behavior: the number of connections is limited', async () => {
    await using own = await listenWith({ connections: 1 });
    using first = await RawConnection.open(own.url);
    expect((await first.send(get('/health')).reply()).status).toBe(200);
    using second = await RawConnection.open(own.url);
    expect(await second.rest()).toBe('');
    expect((await first.send(get('/health')).reply()).status).toBe(200);
  });
});

describe('clients that disconnect', () => {
  test('behavior: in the middle of a body, which is not logged as an error', async () => {
    const before = service.logged.length;
    {
      using connection = await RawConnection.open(listening.url);
      connection.send(post(stamped.body, stamped.stamp, 'Expect: 100-continue').slice(0, -1));
      expect((await connection.reply()).status).toBe(100);
    }
    await vi.waitFor(() => expect(service.logged.length).toBeGreaterThan(before), { timeout: patience });
    expect(service.logged.slice(before)).toEqual([expect.objectContaining({ operation: 'whoami', status: 499 })]);
    expect(service.logged.at(-1)).not.toHaveProperty('cause');
    expect((await replyTo(get('/health'))).status).toBe(200);
  });

  test.each([
    ['a request for a tunnel', request('CONNECT local:443 HTTP/1.1', ['Host: local'])],
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a request for an upgrade', get('/health', 'Connection: Upgrade', 'Upgrade: websocket')],
    ['announcing a body', post(' '.repeat(1_000), 'Expect: 100-continue').trimEnd()],
    ['a refused body', request(`POST ${whoami} HTTP/1.1`, ['Host: local', `Content-Length: ${2 ** 30}`], 'x')],
    ['several requests', get('/health').repeat(20)],
  ])('behavior: with a reset, after %s', async (_, bytes) => {
    for (let round = 0; round < 10; round++) {
      const connections = await Promise.all(Array.from({ length: 50 }, () => RawConnection.open(listening.url)));
      await Promise.all(connections.map((connection) => connection.reset(bytes)));
    }
    expect((await replyTo(get('/health'))).status).toBe(200);
  });

  test('behavior: garbage after a request in flight gets no answer that could be taken for the answer to that request', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const held: App = async (incoming) => {
      begun.resolve();
      await gate.promise;
      return service.app(incoming);
    };
    await using own = await listenWith({}, held);
    using connection = await RawConnection.open(own.url);
    connection.send(post(stamped.body, stamped.stamp));
    await begun.promise;
    connection.send('nonsense\r\n\r\n');
    expect(await connection.rest()).toBe('');
    gate.resolve();
  });
});

describe('close', () => {
  /** A service whose activities wait until the test releases them. */
  async function holdActivities() {
    const release = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const done = service.database.transaction(
      async (sql) => {
        await sql`select from organizations for update`;
        isHeld.resolve();
        await release.promise;
      },
      { timeoutMs: 60_000 },
    );
    await isHeld.promise;
    return async () => {
      release.resolve();
      await done;
    };
  }

  async function tagRequest(userTagName: string): Promise<string> {
    const body = JSON.stringify({
      type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
      timestampMs: String(Date.now()),
      organizationId: service.root.organizationId,
      parameters: { userTagName, userIds: [] },
    });
    const { name, value } = await service.root.stamper.stamp(body);
    return post(body, `${name}: ${value}`).replace(whoami, '/public/v1/submit/create_user_tag');
  }

  test('default: requests in flight are answered, idle connections are closed, and new ones are refused', async () => {
    const own = await listen(service.app, { port: 0, host: '127.0.0.1' });
    using resting = await RawConnection.open(own.url);
    await resting.send(get('/health')).reply();
    using silent = await RawConnection.open(own.url);
    using busy = await RawConnection.open(own.url);
    const release = await holdActivities();
    busy.send(await tagRequest('Slow'));
    await vi.waitFor(() => expect(service.database.connections.busy).toBe(2), { timeout: patience });

    const closed = own.close();
    expect(await Promise.all([resting.rest(), silent.rest()])).toEqual(['', '']);
    await expect(fetch(`${own.url}/health`)).rejects.toThrow();
    await release();
    const reply = await busy.reply();
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close']);
    expect(JSON.parse(reply.body).activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await busy.rest()).toBe('');
    await closed;
  });

  test('behavior: all pipelined requests are answered', async () => {
    const release = await holdActivities();
    const own = await listen(service.app, { port: 0, host: '127.0.0.1' });
    using connection = await RawConnection.open(own.url);
    connection.send((await tagRequest('First')) + (await tagRequest('Second')));
    await vi.waitFor(() => expect(service.database.connections.busy).toBe(2), { timeout: patience });
    // The second waits for the first, and not for a connection: nothing shows that it has arrived.
    await setTimeout(100);
    const closed = own.close();
    await release();
    const replies = [await connection.reply(), await connection.reply()];
    expect(replies.map(({ status, headers }) => [status, headers.get('connection')])).toEqual([
      [200, 'keep-alive'],
      [200, 'close'],
    ]);
    await closed;
  });

  test('behavior: a request that never finishes is cut off after the grace period', async () => {
    const own = await listen(service.app, { port: 0, host: '127.0.0.1', limits: { graceMs: 50 } });
    using connection = await RawConnection.open(own.url);
    connection.send('GET /health HTTP/1.1\r\nHost: lo');
    // The server has to have it before it is told to stop.
    await replyTo(get('/health'), own.url);
    await own.close();
    await connection.rest();
  });
});
