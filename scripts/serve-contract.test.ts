import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const script = join(import.meta.dirname, 'serve-contract.ts');
const writeDocs = join(import.meta.dirname, '..', 'packages', 'openapi', 'src', 'write-docs.ts');
const document = '{"openapi":"3.1.0"}';
const yaml = 'openapi: 3.1.0\n';
const children: ChildProcess[] = [];
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-contract-'));
  mkdirSync(join(directory, 'v1'));
  writeFileSync(join(directory, 'v1', 'openapi.json'), document);
  writeFileSync(join(directory, 'v1', 'openapi.yaml'), yaml);
  writeFileSync(join(directory, 'package.json'), '{"name":"out of reach"}');
  execFileSync(process.execPath, [writeDocs, join(directory, 'v1', 'openapi.json'), join(directory, 'docs')]);
});

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

function run(port: string, from = directory) {
  const child = spawn(process.execPath, [script, from], { env: { ...process.env, HOST: '', PORT: port } });
  children.push(child);
  return child;
}

/** Starts the process on a free port and waits until it has said all that it says. */
async function start() {
  const child = run('0');
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes('userIds')) break;
  }
  const lines = said.trimEnd().split('\n');
  const origin = lines[0]?.split(' ').at(-1) ?? '';
  return { child, lines, origin, port: Number(new URL(origin).port) };
}

/** Runs a process that is to refuse to start. */
async function startRefused(port: string, from?: string) {
  const child = run(port, from);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, stdout, stderr };
}

/** Sends bytes as they stand, for what a URL parser would tidy up. */
function send(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return socket;
}

const refusal = (message: unknown) => ({
  code: 5,
  message,
  details: [{ '@type': 'mintmark.v1.ErrorDetail', errorCode: 'ROUTE_NOT_FOUND' }],
});

describe('answers', () => {
  let lines: string[];
  let origin: string;
  let port: number;

  beforeAll(async () => {
    ({ lines, origin, port } = await start());
  });

  test('default', async () => {
    expect(lines[0]).toMatch(/^mintmark listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect(lines.slice(1, 4)).toEqual([
      `docs      ${origin}/docs/`,
      `document  ${origin}/openapi.json and .yaml`,
      'answers   are examples: nothing is remembered, and stamps are not verified',
    ]);
    expect(lines.slice(4).join('\n')).toContain(`createClient({ baseUrl: '${origin}',`);
    const health = await fetch(`${origin}/health`);
    expect(health.status).toBe(200);
    expect(health.headers.get('content-type')).toBe('application/json');
    expect(health.headers.get('cache-control')).toBe('no-store');
    expect(await health.text()).toBe('{"status":"ok"}');
  });

  test.each([
    ['/openapi.json', 'application/json', () => document],
    ['/openapi.yaml', 'application/yaml', () => yaml],
    ['/openapi.json?v=1', 'application/json', () => document],
    ['/docs/', 'text/html; charset=utf-8', () => built('index.html')],
    ['/docs/index.html', 'text/html; charset=utf-8', () => built('index.html')],
    ['/docs/openapi.json', 'application/json', () => document],
    ['/docs/page.js', 'text/javascript; charset=utf-8', () => built('page.js')],
    ['/docs/page.css', 'text/css; charset=utf-8', () => built('page.css')],
    ['/docs/favicon.svg', 'image/svg+xml', () => built('favicon.svg')],
    ['/docs/swagger-ui.LICENSE.txt', 'text/plain; charset=utf-8', () => built('swagger-ui.LICENSE.txt')],
  ])('behavior: GET %s', async (path, contentType, body) => {
    const response = await fetch(origin + path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toBe(body());
  });

  test.each(['/', '/docs'])('behavior: %s leads to the docs', async (path) => {
    const response = await fetch(origin + path, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs/']);
  });

  test('behavior: the docs carry the headers that they were built with', async () => {
    const headers = Object.entries<string>(JSON.parse(built('headers.json')));
    const response = await fetch(`${origin}/docs/`);
    expect(headers.map(([name]) => [name, response.headers.get(name)])).toEqual(headers);
    expect(headers.map(([name]) => name)).toContain('Content-Security-Policy');
  });

  test.each(['/health', '/openapi.json', '/openapi.yaml', '/nowhere', '/'])('behavior: %s is inert', async (path) => {
    const { headers } = await fetch(origin + path, { redirect: 'manual' });
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test.each(['/docs/', '/openapi.json', '/health', '/nowhere'])('behavior: HEAD %s', async (path) => {
    const answers = [];
    for (const method of ['GET', 'HEAD']) {
      const reply = await text(
        send(port, `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
      );
      const [head = '', body = ''] = reply.replaceAll(/^(?:Date|X-Request-Id): .*\r\n/gm, '').split('\r\n\r\n');
      answers.push({ head, body });
    }
    expect(answers[0]?.body).not.toBe('');
    expect(answers[1]).toEqual({ head: answers[0]?.head, body: '' });
    expect(answers[1]?.head).toMatch(/^Content-Length: [1-9]/m);
  });

  test.each([
    ['GET', '/nowhere'],
    ['GET', '/docs/nowhere'],
    ['GET', '/__proto__'],
    ['POST', '/nowhere'],
  ])('error: %s %s', async (method, path) => {
    const response = await fetch(origin + path, { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(refusal(`no such path: ${path}`));
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('error: %s on a path that is only read', async (method) => {
    const response = await fetch(`${origin}/openapi.json`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(await response.json()).toEqual(refusal(`/openapi.json answers GET and HEAD, not ${method}`));
  });

  test('behavior: operations are answered by example', async () => {
    const path = '/public/v1/query/whoami';
    const body = '{"organizationId":"6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8"}';
    const ask = (headers: Record<string, string>) => fetch(origin + path, { method: 'POST', headers, body });
    const json = { 'Content-Type': 'application/json' };
    const answered = await ask({ ...json, 'X-Stamp': 'any' });
    expect([answered.status, await answered.json()]).toEqual([
      200,
      expect.objectContaining({ username: 'Ada Lovelace' }),
    ]);
    expect(answered.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await ask(json)).status).toBe(401);
    expect((await ask({ ...json, 'X-Stamp': 'any', Prefer: 'scenario=rate-limited' })).status).toBe(429);
    const read = await fetch(origin + path);
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test.each([
    '/docs/../package.json',
    '/docs/../../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
    '/docs/..\\package.json',
    '/docs//../package.json',
    '//docs/../package.json',
    '/docs/./../v1/openapi.json',
    '/docs/index.html%00',
  ])('error: no way out by %s', async (target) => {
    const reply = await text(send(port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`));
    expect(reply).toMatch(/^HTTP\/1\.1 404 /);
    expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toEqual(refusal(`no such path: ${target}`));
  });

  test('error: the port is taken', async () => {
    expect(await startRefused(String(port))).toEqual({
      code: 1,
      stdout: '',
      stderr: `mintmark: port ${port} of 127.0.0.1 is already in use; set PORT to another one\n`,
    });
  });
});

test.each(['http', '-1', '65536', '80.5', '0x50', ' 80'])('error: PORT is "%s"', async (port) => {
  expect(await startRefused(port)).toEqual({
    code: 1,
    stdout: '',
    stderr: `mintmark: PORT must be a whole number from 0 to 65535, not ${port}\n`,
  });
});

test('error: nothing is generated', async () => {
  const { code, stdout, stderr } = await startRefused('0', join(directory, 'v1'));
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^mintmark: the contract and its docs page must be generated first: .*headers\.json.*\n$/);
});

test.each(['SIGTERM', 'SIGINT'] as const)('behavior: %s ends it, whatever its clients do', async (signal) => {
  const { child, port } = await start();
  const silent = connect(port, '127.0.0.1');
  const unfinished = send(port, 'GET /health HTTP/1.1\r\nHost: lo');
  const keptAlive = send(port, 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [reply] = await once(keptAlive, 'data');
  expect(String(reply)).toMatch(/^Connection: keep-alive/m);

  for (const client of [silent, unfinished, keptAlive]) client.on('error', () => {});
  child.kill(signal);
  expect(await once(child, 'exit')).toEqual([0, null]);
});

function built(name: string): string {
  return readFileSync(join(directory, 'docs', name), 'utf8');
}
