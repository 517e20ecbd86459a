import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { errorExample, operation } from '../test/documented.ts';
import { port, post, refusal, url } from '../test/mock.ts';

const whoami = operation('whoami');
const body = JSON.stringify(whoami.request);
const stamped = { 'Content-Type': 'application/json', 'X-Stamp': 'any' };
const limit = 256 * 1024;
const mebibyte = 1024 * 1024;
const notFound = (message: string) => ({ ...errorExample('ROUTE_NOT_FOUND'), message });

/** Sends raw bytes and returns everything received until the connection closes. */
function send(bytes: string | Buffer) {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

describe('paths and methods', () => {
  test.each(['/', '/nowhere', `${whoami.path}/`, whoami.path.toUpperCase(), '/public//v1/query/whoami', '/__proto__'])(
    'error: unknown path %s',
    async (path) => {
      const response = await fetch(url + path, { method: 'POST', headers: stamped, body });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual(notFound(`no such path: ${path}`));
    },
  );

  test('behavior: a query is ignored', async () => {
    const response = await fetch(`${url}${whoami.path}?__code=429`, { method: 'POST', headers: stamped, body });
    expect(response.status).toBe(200);
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('error: %s', async (method) => {
    const response = await fetch(url + whoami.path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    expect(response.headers.get('x-request-id')).not.toBe(null);
    expect(await response.json()).toEqual(notFound(`${whoami.path} accepts POST, not ${method}`));
  });

  test('error: HEAD', async () => {
    const reply = await send(`HEAD ${whoami.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const [head = '', rest] = reply.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 405 /);
    expect(head).toMatch(/^Content-Length: [1-9]/m);
    expect(rest).toBe('');
  });

  test('error: an unread body leaves the connection usable', async () => {
    for (let round = 0; round < 20; round++) {
      const response = await fetch(`${url}/nowhere`, { method: 'POST', body: 'a'.repeat(100_000) });
      expect(await response.json()).toMatchObject({ code: 5 });
    }
  });
});

describe('bodies', () => {
  test.each([
    ['nothing', '', 'the body is empty'],
    ['invalid JSON', '{"organizationId":', 'the body is not JSON'],
    ['a byte order mark', `\ufeff${body}`, 'the body is not JSON'],
    [
      'a member twice',
      body.replace('{', '{"organizationId":"a",'),
      'the body has the member "organizationId" twice in one object',
    ],
    ['a list', '[]', 'the body must be object'],
    ['null', 'null', 'the body must be object'],
    ['10,000 levels', `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'the body is nested too deeply'],
  ])('error: %s', async (_, sent, message) => {
    const answer = await post(whoami, { body: sent });
    expect([answer.status, answer.body]).toEqual([400, refusal(message)]);
  });

  test('error: not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"organizationId":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const response = await fetch(url + whoami.path, { method: 'POST', headers: stamped, body: bytes });
    expect([response.status, await response.json()]).toEqual([400, refusal('the body is not UTF-8')]);
  });

  test('error: __proto__ is treated like any other member', async () => {
    const answer = await post(whoami, { body: body.replace('{', '{"__proto__":{"organizationId":"a"},') });
    const unknown = [{ field: '__proto__', description: 'Unrecognized key' }];
    expect(answer.body).toEqual(refusal('request does not match the contract', unknown));
    expect(({} as { organizationId?: string }).organizationId).toBe(undefined);
  });

  test('error: an invalid organization ID', async () => {
    for (const request of [
      {},
      { organizationId: 'a' },
      { organizationId: null },
      { organizationId: 'a', nonsense: 1 },
    ]) {
      const { status, body } = await post(whoami, { body: request });
      expect([status, body]).toEqual([400, errorExample('INVALID_ORGANIZATION_ID')]);
    }
  });

  test('error: more violations than are reported', async () => {
    const members = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, 1]));
    const answer = await post(whoami, { body: { ...whoami.request, ...members } });
    expect(answer.violations).toHaveLength(10_000);
    expect(answer.body.details[1].fieldViolations).toHaveLength(50);
  });

  test('behavior: the maximum number of values, and one more', async () => {
    const deleteUserTags = operation('deleteUserTags');
    const { organizationId } = whoami.request;
    const send = (userTagIds: readonly unknown[]) =>
      post(deleteUserTags, { body: { ...deleteUserTags.request, parameters: { userTagIds } } });
    // The body, its members except the list, and the parameters are values too.
    const others = Object.keys(deleteUserTags.request).length + 2;
    expect((await send(Array(6_000).fill(organizationId))).status).toBe(200);
    const max = await send(Array(50_000 - others).fill('a'));
    expect(max.body.details[1].fieldViolations).toHaveLength(50);
    const more = await send(Array(50_001 - others).fill('a'));
    expect(more.body).toEqual(refusal('the body has more than 50000 values: too many for the mock'));
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense'])('error: Content-Type %s', async (type) => {
    const answer = await post(whoami, { headers: { 'Content-Type': type } });
    const message = `the header content-type must be application/json, not ${type}`;
    expect([answer.status, answer.body]).toEqual([400, refusal(message)]);
  });

  test('behavior: no Content-Type', async () => {
    const head = `POST ${whoami.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Stamp: any\r\n`;
    expect(await send(`${head}Content-Length: ${body.length}\r\n\r\n${body}`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('error: both stamps', async () => {
    const answer = await post(whoami, { headers: { 'X-Stamp-WebAuthn': 'any' } });
    expect([answer.status, answer.body]).toEqual([401, errorExample('SIGNATURE_MISSING')]);
  });

  /** A stamped whoami request with these header lines. */
  const withLines = (...lines: string[]) =>
    send(
      [
        `POST ${whoami.path} HTTP/1.1`,
        'Host: localhost',
        'Connection: close',
        'X-Stamp: any',
        ...lines,
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    );

  test.each(['X-Stamp: any', 'x-stamp: other', 'X-Stamp:'])('error: a second stamp, as %s', async (second) => {
    const reply = await withLines(second);
    expect(reply).toMatch(/^HTTP\/1\.1 401 /);
    expect(reply).toContain(JSON.stringify(errorExample('SIGNATURE_MISSING')));
  });

  test('behavior: Prefer on two lines', async () => {
    const reply = await withLines('Prefer: code=401', 'Prefer: example=API_KEY_EXPIRED');
    expect(reply).toContain(JSON.stringify(errorExample('API_KEY_EXPIRED')));
  });

  test('behavior: a header is named __proto__', async () => {
    expect(await withLines('__proto__: a', '__proto__: b')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('sizes', () => {
  const padded = (size: number) => body + ' '.repeat(size - body.length);

  test('behavior: a body of the maximum size', async () => {
    expect((await post(whoami, { body: padded(limit) })).status).toBe(200);
  });

  test.each([limit + 1, 4 * mebibyte, 40 * mebibyte])('error: %d bytes', async (size) => {
    const answer = await post(whoami, { body: padded(size) });
    expect([answer.status, answer.body]).toEqual([413, errorExample('REQUEST_TOO_LARGE')]);
  });

  test('error: chunks from a client that never stops', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const head = `POST ${whoami.path} HTTP/1.1\r\nHost: a\r\nX-Stamp: any\r\nTransfer-Encoding: chunked\r\n\r\n`;
    socket.write(head);
    const write = () => {
      while (!socket.destroyed && socket.write(`10000\r\n${' '.repeat(65_536)}\r\n`));
    };
    socket.on('drain', write);
    write();
    let reply = '';
    socket.on('data', (chunk) => (reply += chunk));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(reply).toMatch(/^HTTP\/1\.1 413 /);
    expect(reply).toContain(JSON.stringify(errorExample('REQUEST_TOO_LARGE')));
  });

  test('error: headers that are too large', async () => {
    const reply = await send(`POST ${whoami.path} HTTP/1.1\r\nX-Stamp: ${'a'.repeat(17_000)}\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('clients', () => {
  test('behavior: a client that disconnects in the middle of its body', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST ${whoami.path} HTTP/1.1\r\nHost: a\r\nX-Stamp: any\r\nContent-Length: 100\r\n\r\n{`);
    await once(socket, 'connect');
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect((await post(whoami)).status).toBe(200);
  });

  test('behavior: a client that sends its body byte by byte', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay();
    const head = `POST ${whoami.path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Stamp: any\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
    for (const byte of Buffer.from(body)) {
      socket.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('behavior: 200 concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => post(whoami, index % 2 ? { headers: { Prefer: 'code=429' } } : {})),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index % 2 ? 429 : 200)));
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(200);
  });

  test('behavior: the Accept header of one request does not affect the next', async () => {
    expect((await post(whoami, { headers: { Accept: 'text/html' } })).status).toBe(200);
    expect((await post(whoami)).status).toBe(200);
  });
});

describe('X-Request-Id', () => {
  const id = '0199C3A4-7e51-7b26-9d0c-4a8f3b1e6d72';

  test('behavior: the id of the request is kept', async () => {
    for (const more of [{}, { Prefer: 'code=429' }, { 'X-Stamp': '' }]) {
      const { headers } = await post(whoami, { headers: { 'X-Request-Id': id, ...more } });
      expect(headers.get('x-request-id')).toBe(id);
    }
  });

  test.each(['a', `${id}a`, `${id}, ${id}`, ''])('behavior: %j is replaced by a new id', async (other) => {
    const { headers } = await post(whoami, { headers: { 'X-Request-Id': other } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});

describe('CORS', () => {
  const origin = 'https://app.example.com';
  const asked = 'content-type,prefer,x-auth-proxy-config-id,x-stamp,x-stamp-attested,x-stamp-webauthn';

  test.each([whoami.path, '/nowhere'])('behavior: a preflight for %s', async (path) => {
    const headers = {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': asked,
    };
    const response = await fetch(url + path, { method: 'OPTIONS', headers });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': asked,
      vary: 'Origin',
    });
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test.each([
    ['an answer', {}, 200],
    ['an error', { Prefer: 'code=429' }, 429],
    ['a refusal', { 'X-Stamp': '' }, 401],
  ])('behavior: %s', async (_, more, status) => {
    const answer = await post(whoami, { headers: { Origin: origin, ...more } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-expose-headers')).toBe('X-Request-Id, Retry-After');
    expect(answer.headers.get('vary')).toBe('Origin');
  });

  test('behavior: no headers for clients that are not browsers', async () => {
    const { headers } = await post(whoami);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
