import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect, promisify } from 'node:util';
import { makeCertificate } from '@mintmark/testing/certificate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpProxy } from '../../../test/http-proxy.ts';
import { startNameServer } from '../../../test/name-server.ts';
import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';
import { OutboundError } from './outbound-error.ts';
import { createResolveHost } from './resolve-host.ts';

const publicAddress = '93.184.215.14';

let ca: string;
/** The port of an https server whose certificate is for hooks.test and 127.0.0.1. It answers with what it was sent. */
let port: number;
let httpPort: number;
const servers: { close(): void; closeAllConnections(): void }[] = [];
const seen: string[] = [];

beforeAll(async () => {
  const certificate = await makeCertificate(['DNS:hooks.test', 'IP:127.0.0.1']);
  ca = certificate.cert;
  const answer: Parameters<typeof createHttpServer>[1] = async (request, response) => {
    seen.push(request.url ?? '');
    if (request.url === '/redirect') response.writeHead(302, { location: `https://127.0.0.1:${port}/secret` });
    response.end(JSON.stringify({ method: request.method, headers: request.headers, body: await text(request) }));
  };
  const server = createServer(certificate, answer).listen(0, '127.0.0.1');
  const httpServer = createHttpServer({}, answer).listen(0, '127.0.0.1');
  servers.push(server, httpServer);
  await Promise.all([once(server, 'listening'), once(httpServer, 'listening')]);
  port = (server.address() as AddressInfo).port;
  httpPort = (httpServer.address() as AddressInfo).port;
});
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

const resolveTo = (addresses: readonly string[]) => async () => addresses;
const fetcher = (options: GuardedFetchOptions = {}) => createGuardedFetch({ ca, ...options });
const configured = { method: 'GET', isConfigured: true } as const;
const foreign = { method: 'GET', isConfigured: false } as const;

const errorOf = (call: Promise<unknown>): Promise<OutboundError> =>
  call.then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(OutboundError);
      return error as OutboundError;
    },
  );

describe('createGuardedFetch', () => {
  test('default: sends the request, with the name in Host and in the TLS handshake', async () => {
    const guardedFetch = fetcher({ resolveHost: resolveTo(['127.0.0.1']) });
    const url = `https://hooks.test:${port}/path?query#fragment`;
    const headers = { 'content-type': 'application/json', 'x-own': 'é' };
    const answer = await guardedFetch({ ...configured, url, method: 'POST', body: '{"a":"é"}', headers });
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(seen.at(-1)).toBe('/path?query');
    expect(JSON.parse(answer.text)).toEqual({
      method: 'POST',
      headers: {
        host: `hooks.test:${port}`,
        connection: 'close',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        'content-length': '10',
        'x-own': 'é',
      },
      body: '{"a":"é"}',
    });
  });

  test('args: http and credentials, if the operator configured them', async () => {
    const url = `http://us%3Ar:p%40ss@127.0.0.1:${httpPort}/`;
    const { text: answer } = await fetcher()({ ...configured, url });
    expect(JSON.parse(answer).headers.authorization).toBe(`Basic ${Buffer.from('us:r:p@ss').toString('base64')}`);
  });

  test('args: localhost is resolved as the system does it, if the operator configured it', async () => {
    expect(await fetcher()({ ...configured, url: `http://localhost:${httpPort}/` })).toMatchObject({ status: 200 });
  });

  test('behavior: the next address is tried if one does not answer', async () => {
    const guardedFetch = fetcher({ resolveHost: resolveTo(['127.0.0.2', '127.0.0.1']) });
    expect(await guardedFetch({ ...configured, url: `https://hooks.test:${port}/` })).toMatchObject({ status: 200 });
  });

  test('behavior: a redirect is an answer, and is not followed', async () => {
    const guardedFetch = fetcher();
    const answer = await guardedFetch({ ...configured, url: `https://127.0.0.1:${port}/redirect` });
    expect(answer).toMatchObject({ status: 302, headers: { location: expect.stringContaining('/secret') } });
    expect(seen).not.toContain('/secret');
  });

  test('error: a call that its caller aborts, before and during it', async () => {
    const controller = new AbortController();
    const guardedFetch = fetcher({ resolveHost: () => new Promise(() => {}) });
    const call = guardedFetch({ ...foreign, url: 'https://hooks.test/', signal: controller.signal });
    controller.abort();
    expect(await errorOf(call)).toMatchObject({ code: 'ABORTED', isRetryable: false });
    const late = guardedFetch({ ...foreign, url: 'https://hooks.test/', signal: controller.signal });
    expect(await errorOf(late)).toMatchObject({ code: 'ABORTED' });
  });

  test.each([
    ['a certificate for another name', 'other.test', true],
    ['an unknown authority', 'hooks.test', false],
  ])('error: %s, also if the environment says not to verify', async (_, name, isKnown) => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const resolveHost = resolveTo(['127.0.0.1']);
      const guardedFetch = isKnown ? fetcher({ resolveHost }) : createGuardedFetch({ resolveHost });
      const count = seen.length;
      const error = await errorOf(guardedFetch({ ...configured, url: `https://${name}:${port}/` }));
      expect(error).toMatchObject({ code: 'UNTRUSTED' });
      expect(seen).toHaveLength(count);
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  test('error: a host that does not speak TLS, or has no such port', async () => {
    const plain = await errorOf(fetcher()({ ...configured, url: `https://127.0.0.1:${httpPort}/` }));
    expect(plain).toMatchObject({ code: 'UNTRUSTED' });
    const closed = await errorOf(fetcher()({ ...configured, url: 'https://127.0.0.1:1/' }));
    expect(closed).toMatchObject({ code: 'UNREACHABLE', isRetryable: true });
    expect(closed.message).toContain('ECONNREFUSED');
  });

  test.each([
    'Host',
    'connection',
    'Content-Length',
    'transfer-encoding',
    'Accept-Encoding',
    'Proxy-Authorization',
    'expect',
    'bad name',
  ])('error: the header %s', async (name) => {
    const call = fetcher()({ ...configured, url: `https://127.0.0.1:${port}/`, headers: { [name]: '1' } });
    expect(await errorOf(call)).toMatchObject({ code: 'BAD_REQUEST', isRetryable: false });
  });

  test('error: a header that holds a line break', async () => {
    const headers = { 'x-own': 'a\r\nx-other: b' };
    const call = fetcher()({ ...configured, url: `https://127.0.0.1:${port}/`, headers });
    expect(await errorOf(call)).toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('the guard', () => {
  /** Hosts that no caller may name. Their servers would be on this machine or beside it. */
  const refusedHosts = [
    '127.0.0.1 127.1 127.0.1 127.0.0.1. 127.1. 0x7f000001 0x7f.1 0x7f.0.0.1 0x7f000001. 2130706433 017700000001',
    '0177.0.0.1 0177.1 00000177.0.0.1 %31%32%37.0.0.1 １２７.0.0.1 127。0。0。1 ①②⑦.0.0.1 127.255.255.254',
    '0 0.0.0.0 0x0 0.1.2.3 10.0.0.1 012.0.0.1 167772161 172.16.0.1 172.31.255.255 192.168.0.1 192.168.1',
    '169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.43518 168.63.129.16 100.100.100.200 100.64.0.1',
    '192.0.0.192 192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 192.88.99.1 224.0.0.1 239.255.255.255 240.0.0.1',
    '255.255.255.255 localhost LOCALHOST localhost. a.localhost ⓛocalhost',
    '[::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:169.254.169.254] [::ffff:8.8.8.8]',
    '[::127.0.0.1] [::7f00:1] [::169.254.169.254] [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b::10.0.0.1]',
    '[64:ff9b:1::1] [2002:7f00:1::] [2002:a9fe:a9fe::1] [2001:0:53aa:64c:0:0:80ff:fefe] [fe80::1] [febf::1] [fec0::1]',
    '[fc00::1] [fd00:ec2::254] [ff02::1] [2001:db8::1] [3fff::1] [2001:2::1] [100::1] [5f00::1] [::ffff:0:127.0.0.1]',
    '[2606:4700::5efe:a00:1] [2606:4700::200:5efe:a9fe:a9fe]',
  ].flatMap((line) => line.split(' '));

  test('error: hosts on this machine or beside it, however they are written', async () => {
    expect(new Set(refusedHosts).size).toBeGreaterThanOrEqual(60);
    let resolved = 0;
    const resolveHost = async () => [`${++resolved}`];
    const guardedFetch = fetcher({ resolveHost });
    for (const host of refusedHosts) {
      const error = await errorOf(guardedFetch({ ...foreign, url: `https://${host}:${port}/` }));
      expect(error, host).toMatchObject({ code: 'REFUSED_ADDRESS', isRetryable: false });
    }
    expect(resolved).toBe(0);
  });

  test.each([
    'http://hooks.test/',
    'ftp://hooks.test/',
    'file:///etc/passwd',
    'data:,x',
    'hooks.test',
    '//hooks.test/',
    '',
    'https://user@hooks.test/',
    'https://:password@hooks.test/',
    'https://hooks.test@127.0.0.1:80%2f@x/',
    'https://./',
    'https://[fe80::1%25eth0]/',
    'https://[::1/',
    'https://256.1.1.1/',
    'https://1.2.3.4.5/',
    'https://127.0.0.1:99999/',
    'https://a%00b/',
  ])('error: the URL %s', async (url) => {
    const guardedFetch = fetcher({ resolveHost: resolveTo([publicAddress]) });
    expect(await errorOf(guardedFetch({ ...foreign, url }))).toMatchObject({ code: 'BAD_REQUEST' });
  });

  test.each([
    [['127.0.0.1']],
    [[publicAddress, '10.0.0.1']],
    [['10.0.0.1', publicAddress]],
    [[publicAddress, '::1']],
    [['::ffff:127.0.0.1']],
    [['fe80::1%eth0']],
    [['2606:4700::1%eth0']],
    [['not an address']],
  ])('error: a name that resolves to %j', async (addresses) => {
    const error = await errorOf(
      fetcher({ resolveHost: resolveTo(addresses) })({ ...foreign, url: `https://hooks.test:${port}/` }),
    );
    expect(error).toMatchObject({ code: 'REFUSED_ADDRESS' });
    // A caller must not learn the addresses of internal names.
    for (const address of addresses) expect(inspect(error)).not.toContain(address);
  });

  test('error: a name that resolves to nothing', async () => {
    const none = fetcher({ resolveHost: resolveTo([]) })({ ...foreign, url: 'https://hooks.test/' });
    expect(await errorOf(none)).toMatchObject({ code: 'UNREACHABLE' });
  });

  test('behavior: a name is resolved once, and the connection goes to that address', async () => {
    await using names = await startNameServer((_, type, before) =>
      type === 'AAAA' ? [] : [before === 0 ? publicAddress : '127.0.0.1'],
    );
    await using proxy = await startHttpProxy(port);
    const resolveHost = createResolveHost([names.address]);
    const guardedFetch = fetcher({ resolveHost, proxyUrl: `http://127.0.0.1:${proxy.port}` });
    const url = 'https://hooks.test/path';
    const { text } = await guardedFetch({ ...foreign, url });
    expect(JSON.parse(text).headers.host).toBe('hooks.test');
    expect(proxy.asked).toEqual([{ target: `${publicAddress}:443`, authorization: undefined }]);
    expect(names.asked.toSorted()).toEqual(['hooks.test A', 'hooks.test AAAA']);
    // Now the name server has changed its answer.
    expect(await errorOf(guardedFetch({ ...foreign, url }))).toMatchObject({ code: 'REFUSED_ADDRESS' });
    expect(proxy.asked).toHaveLength(1);
  });

  test.each([['AAAA'], ['A']])('error: a private address in an %s record of a name server', async (kind) => {
    await using names = await startNameServer((_, type) => {
      if (type !== kind) return [type === 'A' ? publicAddress : '2606:4700::1'];
      return [type === 'A' ? '192.168.1.1' : 'fd00::1'];
    });
    const guardedFetch = fetcher({ resolveHost: createResolveHost([names.address]) });
    const call = guardedFetch({ ...foreign, url: 'https://hooks.test/' });
    expect(await errorOf(call)).toMatchObject({ code: 'REFUSED_ADDRESS' });
  });

  test('error: a name server that never answers', async () => {
    await using names = await startNameServer(() => 'silence');
    const guardedFetch = fetcher({ resolveHost: createResolveHost([names.address]) });
    const call = guardedFetch({ ...foreign, url: 'https://hooks.test/', timeoutMs: 200 });
    expect(await errorOf(call)).toMatchObject({ code: 'TIMEOUT', isRetryable: true });
  });
});

describe('the proxy', () => {
  test('behavior: is used if it is configured, and resolves the names of the operator', async () => {
    await using proxy = await startHttpProxy(port);
    const proxyUrl = `http://us%40er:pass@127.0.0.1:${proxy.port}`;
    const guardedFetch = fetcher({ proxyUrl, resolveHost: () => expect.fail('resolved a name') });
    const { status, text } = await guardedFetch({ ...configured, url: 'https://hooks.test/' });
    expect(status).toBe(200);
    expect(text).not.toContain('proxy-authorization');
    const authorization = `Basic ${Buffer.from('us@er:pass').toString('base64')}`;
    expect(proxy.asked).toEqual([{ target: 'hooks.test:443', authorization }]);
  });

  test('behavior: gets only CONNECT, also for http', async () => {
    await using proxy = await startHttpProxy(httpPort);
    const guardedFetch = fetcher({ proxyUrl: `http://127.0.0.1:${proxy.port}` });
    const { status } = await guardedFetch({ ...configured, url: 'http://[::1]/secret' });
    expect(status).toBe(200);
    expect(proxy.asked).toEqual([{ target: '[::1]:80', authorization: undefined }]);
  });

  test('error: a private address is refused with a proxy too', async () => {
    await using proxy = await startHttpProxy(port);
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    for (const url of ['https://127.0.0.1/', 'https://hooks.test/']) {
      const guardedFetch = fetcher({ proxyUrl, resolveHost: resolveTo(['10.0.0.1']) });
      expect(await errorOf(guardedFetch({ ...foreign, url }))).toMatchObject({ code: 'REFUSED_ADDRESS' });
    }
    expect(proxy.asked).toEqual([]);
  });

  test.each([
    ['HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'UNREACHABLE'],
    ['HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\nforged', 'BAD_ANSWER'],
    ['nothing like HTTP', 'UNREACHABLE'],
    ['', 'UNREACHABLE'],
  ])('error: the proxy answers %j', async (answer, code) => {
    await using proxy = await startHttpProxy(port, answer || ' ');
    const guardedFetch = fetcher({ proxyUrl: `http://user:s3cret@127.0.0.1:${proxy.port}` });
    const error = await errorOf(guardedFetch({ ...configured, url: 'http://hooks.test/' }));
    expect(error).toMatchObject({ code });
    expect(inspect(error)).not.toContain('s3cret');
  });

  test('error: a proxy that is not http', () => {
    expect(() => fetcher({ proxyUrl: 'socks5://user:s3cret@proxy.test' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('s3cret') }),
    );
  });

  test('behavior: the proxies of the environment are ignored', async () => {
    await using proxy = await startHttpProxy(httpPort);
    const url = `http://127.0.0.1:${proxy.port}`;
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
    const env = { ...Object.fromEntries(names.map((name) => [name, url])), NODE_USE_ENV_PROXY: '1', NO_PROXY: '' };
    const program = `
      import { createGuardedFetch } from ${JSON.stringify(import.meta.resolve('./guarded-fetch.ts'))};
      const url = 'http://127.0.0.1:${httpPort}/direct';
      await fetch(url);
      const { status } = await createGuardedFetch()({ url, method: 'GET', isConfigured: true });
      console.log(status);`;
    const args = ['--use-env-proxy', '--input-type=module', '-e', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout).toBe('200\n');
    // Only the global fetch of Node, which shows that the proxy was there to be used.
    expect(proxy.asked).toHaveLength(1);
  });
});

test('behavior: errors hold the scheme, host and port, and nothing else of the request', async () => {
  const secret = 's3cret';
  const request = {
    ...configured,
    method: 'POST',
    headers: { 'x-key': secret },
    body: secret,
    timeoutMs: 300,
  } as const;
  const hosts = ['127.0.0.1:1', `127.0.0.1:${httpPort}`, `localhost:${port}`, 'missing.invalid', '192.0.2.1'];
  for (const host of hosts) {
    const url = `https://${secret}:${secret}@${host}/${secret}?${secret}#${secret}`;
    for (const isConfigured of [true, false]) {
      const error = await errorOf(fetcher()({ ...request, url, isConfigured }));
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
      expect(error.message).toContain(`https://${host}: `);
    }
  }
  const scheme = await errorOf(fetcher()({ ...request, url: `${secret}:${secret}` }));
  expect(inspect(scheme)).not.toContain(secret);
});
