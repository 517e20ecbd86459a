import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@mintmark/client';
import { createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { copyPrepared } from '@mintmark/testing/prepared-directory';
import { RawConnection } from '@mintmark/testing/raw-connection';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MintmarkProcess } from '../../test/mintmark-process.ts';
import { runMintmark } from '../../test/run-mintmark.ts';
import { StartedMintmark } from '../../test/started-mintmark.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'mintmark-start-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const readRoot = (from = '.mintmark') => JSON.parse(readFileSync(join(directory, from, 'root.json'), 'utf8'));

const linesOf = ({ stdout }: Pick<MintmarkProcess, 'stdout'>) => stdout.trimEnd().split('\n');

/** Listens on a free port, and returns it. */
async function listenAnywhere(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function clientOf(baseUrl: string) {
  const { organizationId, apiPublicKey: publicKey, apiPrivateKey: privateKey } = readRoot();
  return createClient({ baseUrl, organizationId, stamper: createP256Stamper({ publicKey, privateKey }) });
}

/** What the greeting says about services that no operator has configured. */
const unconfigured = [/^oauth2 {8}none/, /^chains {8}none/, /^swap {10}none/].map((line) =>
  expect.stringMatching(line),
);

describe('mintmark start', () => {
  test('default: starts, answers, stops, and keeps its data over a restart', async () => {
    const first = await MintmarkProcess.start({}, directory);
    expect(statSync(join(directory, '.mintmark/root.json')).mode & 0o777).toBe(0o600);
    const root = readRoot();
    expect(root.baseUrl).toBe(first.url);
    expect(linesOf(first)[0]).toMatch(/^mintmark listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect(linesOf(first).slice(3)).toEqual([
      `organization  ${root.organizationId}`,
      'root key      .mintmark/root.json, which only you can read',
      'mail          kept in .mintmark/mail, because no mail server is configured',
      ...unconfigured,
      'try           npm run mintmark -- whoami',
    ]);
    const client = clientOf(first.url);
    expect(await client.whoami()).toMatchObject({ organizationId: root.organizationId, userId: root.userId });
    const ada = { userName: 'Ada', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };
    const outcome = await client.createUsers({ users: [{ ...ada, userEmail: 'ada@example.com' }] });
    expect(outcome.status).toBe('completed');
    const metrics = await (await fetch(`${first.url}/metrics`)).text();
    expect(metrics).toContain('mintmark_requests_total{operation="create_users",status="200"} 1\n');
    expect(metrics).toContain('mintmark_activity_answers_total{status="ACTIVITY_STATUS_COMPLETED"} 1\n');
    expect(metrics).toContain('\nmintmark_requests_in_flight 1\n');
    expect(await first.stop()).toBe(0);

    const second = await MintmarkProcess.start({}, directory);
    expect(linesOf(second).slice(3)).toEqual(linesOf(first).slice(3));
    expect(readRoot()).toEqual({ ...root, baseUrl: second.url });
    const again = clientOf(second.url);
    expect(await again.resume('createUsers', outcome.activity.id)).toEqual(outcome);
    // The root user, the user of the sign-up proxy, and the one that was created.
    expect((await again.listUsers()).users).toHaveLength(3);
    expect(await second.stop('SIGINT')).toBe(0);

    const audit = await runMintmark(['audit', 'verify'], {}, directory);
    expect(audit).toMatchObject({ code: 0, stderr: '' });
    expect(audit.stdout).toContain('The audit log is valid.');
  });

  test('error: mistakes in the configuration file, before anything is created', async () => {
    const cwd = mkdtempSync(join(directory, 'configured-'));
    writeFileSync(join(cwd, 'config.json'), '{"outbound":{"proxyUrl":{"env":"MISSING"},"other":1}}');
    const { code, stderr, stdout } = await runMintmark(['start'], { MINTMARK_CONFIG_FILE: 'config.json' }, cwd);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(`mintmark: ${join(cwd, 'config.json')} is not valid:`);
    expect(stderr).toContain('\n  outbound.proxyUrl: the variable MISSING is not set\n');
    expect(stderr).toContain('\n  outbound.other: unknown member\n');
    expect(readdirSync(cwd)).toEqual(['config.json']);
  });

  test('behavior: serves the contract, and the docs page if it was built', async () => {
    await using running = await StartedMintmark.start({}, { cwd: directory });
    for (const name of ['openapi.json', 'openapi.yaml', 'openapi-3.0.json']) {
      const response = await fetch(`${running.url}/${name}`);
      const published = readFileSync(join(import.meta.dirname, '../../../openapi/v1', name), 'utf8');
      expect([response.status, await response.text()]).toEqual([200, published]);
    }
    const page = await fetch(`${running.url}/docs/`);
    expect([
      [200, `docs          ${running.url}/docs/`],
      [404, 'docs          none: the page was not built'],
    ]).toContainEqual([page.status, linesOf(running)[1]]);
    const start = await fetch(running.url, { redirect: 'manual' });
    expect([start.status, start.headers.get('location')]).toEqual(page.ok ? [302, '/docs/'] : [404, null]);
    const console = await fetch(`${running.url}/console/`);
    expect([
      [200, `console       http://localhost:${new URL(running.url).port}/console/`],
      [404, 'console       none: the page was not built'],
    ]).toContainEqual([console.status, linesOf(running)[2]]);
  });

  test('behavior: the console can be turned off', async () => {
    await using running = await StartedMintmark.start({ MINTMARK_CONSOLE: 'false' }, { cwd: directory });
    expect((await fetch(`${running.url}/console/`)).status).toBe(404);
    expect(linesOf(running)[2]).toBe('console       off, because MINTMARK_CONSOLE is false');
  });

  test('behavior: logs one line for each request, without its content', async () => {
    const running = await StartedMintmark.start({}, { cwd: directory });
    const { organizationId } = readRoot();
    await clientOf(running.url).whoami();
    await fetch(`${running.url}/health`);
    await fetch(`${running.url}/nowhere?token=hidden-value`, {
      method: 'POST',
      headers: { 'X-Stamp': 'hidden-value' },
    });
    expect(await running.stop()).toBe(0);
    const at = expect.any(String);
    const durationMs = expect.any(Number);
    const requestId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const request = { at, level: 'info', requestId, durationMs };
    expect(running.log).toEqual([
      { at, level: 'info', message: 'started', url: running.url },
      { ...request, operation: 'whoami', organizationId, status: 200 },
      { ...request, operation: 'none', status: 404, errorCode: 'ROUTE_NOT_FOUND' },
      { at, level: 'info', message: 'stopping', signal: 'SIGTERM' },
      { at, level: 'info', message: 'stopped' },
    ]);
    expect(running.stderr).not.toContain('hidden');
  });

  test('behavior: metrics on their own port are served on no other', async () => {
    const own = createServer();
    const port = await listenAnywhere(own);
    await new Promise((resolve) => own.close(resolve));
    await using running = await StartedMintmark.start({ MINTMARK_METRICS_PORT: String(port) }, { cwd: directory });
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { Forwarded: 'for=192.0.2.1' } });
    expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('mintmark_requests_total')]);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(404);
    expect((await fetch(`${running.url}/metrics`)).status).toBe(404);
  });

  test('behavior: metrics are not served through a proxy', async () => {
    await using running = await StartedMintmark.start({}, { cwd: directory });
    const statusFor = async (headers: Record<string, string>, method = 'GET') =>
      (await fetch(`${running.url}/metrics`, { method, headers })).status;
    expect(await statusFor({})).toBe(200);
    expect(await statusFor({}, 'POST')).toBe(405);
    expect(await statusFor({ 'X-Forwarded-For': '192.0.2.1' })).toBe(404);
    expect(await statusFor({ 'X-Forwarded-For': '192.0.2.1' }, 'POST')).toBe(404);
  });

  test.each([
    ['PORT', {}],
    ['MINTMARK_METRICS_PORT', { PORT: '0' }],
  ])('error: %s is taken, and nothing was created', async (setting, more) => {
    const taken = createServer();
    const port = await listenAnywhere(taken);
    onTestFinished(() => void taken.close());
    const env = { [setting]: String(port), ...more };
    const refusal = `mintmark: port ${port} of 127.0.0.1 is already in use; set ${setting}\n`;
    const first = await runMintmark(['start'], { ...env, MINTMARK_DATA_DIR: 'second' }, directory);
    expect(first).toEqual({ code: 1, stdout: '', stderr: refusal });
    expect(existsSync(join(directory, 'second'))).toBe(false);

    const filesOf = () => readdirSync(join(directory, '.mintmark')).sort();
    const [root, files] = [readRoot(), filesOf()];
    expect(await runMintmark(['start'], env, directory)).toEqual(first);
    expect([readRoot(), filesOf()]).toEqual([root, files]);
  });

  test('behavior: until the start is complete, the port is taken and every request is answered 503', async () => {
    const database = createTcpServer((socket) => socket.on('error', () => {}));
    const waiting = once(database, 'connection');
    const databaseUrl = `postgres://mintmark@127.0.0.1:${await listenAnywhere(database)}/mintmark`;
    const free = createServer();
    const port = await listenAnywhere(free);
    await new Promise((resolve) => free.close(resolve));
    const env = { PORT: String(port), DATABASE_URL: databaseUrl, MINTMARK_DATA_DIR: 'third' };
    const running = MintmarkProcess.begin(env, directory);
    const [socket] = await waiting;

    const url = `http://127.0.0.1:${port}`;
    for (const path of ['/health', '/ready']) {
      const probe = await fetch(`${url}${path}`);
      expect([probe.status, await probe.json()]).toEqual([503, { status: 'unavailable' }]);
    }
    const answer = await fetch(`${url}/public/v1/query/whoami`, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '1',
      expect.objectContaining({ code: 14, message: 'the service is starting' }),
    ]);
    expect(running.stdout).toBe('');
    expect(await runMintmark(['start'], env, directory)).toMatchObject({ code: 1, stdout: '' });

    database.close();
    socket.destroy();
    expect(await running.ended).toBe(1);
    expect(running.stdout).toBe('');
    await expect(fetch(`${url}/health`)).rejects.toThrow();
    expect(readdirSync(join(directory, 'third'))).toEqual([]);
  });

  test('behavior: the root.json of another database is neither replaced nor used', async () => {
    const env = { MINTMARK_DATA_DIR: 'moved' };
    const path = join(directory, 'moved/root.json');
    const foreign = JSON.stringify({ ...readRoot(), instanceId: '57edc686-4d75-44c8-9591-a0fd76b2c95d' });
    await copyPrepared(join(directory, 'moved/postgres'));
    writeFileSync(path, foreign);
    const { code, stderr } = await runMintmark(['start'], env, directory);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`the organization ${readRoot().organizationId}, which`),
    ]);
    expect(stderr).toMatch(/move it away, or choose another MINTMARK_DATA_DIR\n$/);
    expect(readFileSync(path, 'utf8')).toBe(foreign);
    const audit = await runMintmark(['audit', 'verify'], env, directory);
    expect(audit).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('there is no organization') });

    rmSync(path);
    const first = await StartedMintmark.start(env, { cwd: directory });
    expect(await first.stop()).toBe(0);
    const own = readRoot('moved').organizationId;
    writeFileSync(path, foreign);
    const second = await StartedMintmark.start(env, { cwd: directory });
    expect(await second.stop()).toBe(0);
    expect(linesOf(second).slice(3)).toEqual([
      `organization  ${own}`,
      `root key      not here: ${path} belongs to the organization ${readRoot().organizationId}, which is not in this database`,
      `mail          kept in ${join(directory, 'moved/mail')}, because no mail server is configured`,
      ...unconfigured,
    ]);
    expect(readFileSync(path, 'utf8')).toBe(foreign);

    rmSync(path);
    mkdirSync(path);
    const third = await StartedMintmark.start(env, { cwd: directory });
    expect(await third.stop()).toBe(0);
    expect(linesOf(third).slice(3)).toEqual([
      `organization  ${own}`,
      `root key      unknown: ${path} is not a regular file: remove it`,
      `mail          kept in ${join(directory, 'moved/mail')}, because no mail server is configured`,
      ...unconfigured,
    ]);
  });

  test('behavior: a given root public key is shown, and a different one is ignored later', async () => {
    const [key, other] = [0, 1].map(() => generatePrivateKey('p256').toApiKey().publicKey);
    const startWith = async (publicKey = '') => {
      const env = { MINTMARK_DATA_DIR: 'brought', MINTMARK_ROOT_PUBLIC_KEY: publicKey, MINTMARK_ROOT_KEY: 'misspelt' };
      const running = await StartedMintmark.start(env, { cwd: directory });
      expect(await running.stop()).toBe(0);
      return running;
    };
    await copyPrepared(join(directory, 'brought/postgres'));
    const first = await startWith(key);
    const root = readRoot('brought');
    expect([root.apiPublicKey, root.apiPrivateKey]).toEqual([key, undefined]);
    const misspelt = { level: 'warn', message: 'unknown setting: MINTMARK_ROOT_KEY' };
    expect(first.log[0]).toMatchObject(misspelt);
    const mailKept = `mail          kept in ${join(directory, 'brought/mail')}, because no mail server is configured`;
    const said = [
      `organization  ${root.organizationId}`,
      `root key      yours (${key?.slice(0, 6)}…)`,
      mailKept,
      ...unconfigured,
    ];
    expect(linesOf(first).slice(3)).toEqual(said);
    const second = await startWith(other);
    expect(linesOf(second).slice(3)).toEqual(said);
    const ignored = expect.stringMatching(/^the root public key is ignored: /);
    expect(second.log).toContainEqual(expect.objectContaining({ level: 'warn', message: ignored }));
    const third = await startWith(key);
    expect(third.log).not.toContainEqual(expect.objectContaining({ message: ignored }));
  });

  test('behavior: runs until its signal is aborted, and leaves the process as it was', async () => {
    const listeners = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);
    const before = listeners();
    const running = await StartedMintmark.start({}, { cwd: directory });
    expect((await fetch(`${running.url}/ready`)).status).toBe(200);
    expect(await running.stop('SIGINT')).toBe(0);
    expect(running.log.slice(-2)).toMatchObject([{ message: 'stopping', signal: 'SIGINT' }, { message: 'stopped' }]);
    await expect(fetch(`${running.url}/ready`)).rejects.toThrow();
    expect(listeners()).toEqual(before);
    // The embedded database has stopped with it: another start can have it.
    await using next = await StartedMintmark.start({}, { cwd: directory });
    expect((await fetch(`${next.url}/ready`)).status).toBe(200);
  });

  test('behavior: an exception that nothing caught is logged without its message, and ends the process', async () => {
    const codes: number[] = [];
    let handle = (_: unknown) => {};
    const onUncaught = (given: typeof handle) => {
      handle = given;
    };
    const exit = (code: number) => void codes.push(code);
    await using running = await StartedMintmark.start({}, { cwd: directory, onUncaught, exit });
    handle(new TypeError('hidden-value'));
    expect(codes).toEqual([1]);
    const error = { name: 'TypeError', stack: expect.any(Array) };
    expect(running.log.at(-1)).toEqual({
      at: expect.any(String),
      level: 'error',
      message: 'the process failed',
      error,
    });
  });

  test('error: an address that this machine does not have', async () => {
    const { code, stderr } = await runMintmark(['start'], { HOST: '192.0.2.1' }, directory);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^mintmark: cannot listen on 192\.0\.2\.1, port 0: /)]);
  });
});

describe('stops', () => {
  test('default: answers requests in flight, closes idle connections, and ignores a second signal', async () => {
    const running = await MintmarkProcess.start({}, directory);
    using resting = await RawConnection.open(running.url);
    await resting.send('GET /health HTTP/1.1\r\nHost: local\r\n\r\n').reply();
    using slow = await RawConnection.open(running.url);
    const body = '{"organizationId":';
    const head = ['POST /public/v1/query/whoami HTTP/1.1', 'Host: local', 'Content-Length: 20', 'Expect: 100-continue'];
    expect((await slow.send(`${head.join('\r\n')}\r\n\r\n`).reply()).status).toBe(100);
    slow.send(body);
    running.child.kill('SIGTERM');
    await running.logged('stopping');
    expect(await resting.rest()).toBe('');
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGINT'] as const) running.child.kill(signal);
    await expect(fetch(`${running.url}/health`)).rejects.toThrow();
    const reply = await slow.send('1}').reply();
    expect([reply.status, reply.headers.get('connection')]).toEqual([401, 'close']);
    expect(await running.ended).toBe(0);
    expect(running.log.filter(({ message }) => message === 'stopping')).toHaveLength(1);
    expect(running.log.at(-1)).toMatchObject({ message: 'stopped' });
  });

  test('behavior: a signal during the start shuts down cleanly', async () => {
    const running = MintmarkProcess.begin({}, directory);
    // The signal handlers are installed before the database is opened: its lock shows that opening has begun.
    while (!statSync(join(directory, '.mintmark/postgres/cluster/postmaster.pid'), { throwIfNoEntry: false }))
      await new Promise((resolve) => setImmediate(resolve));
    expect(await running.stop()).toBe(0);
    await using next = await MintmarkProcess.start({}, directory);
    expect((await fetch(`${next.url}/ready`)).status).toBe(200);
  });

  test('behavior: keeps running when nobody reads its output', async () => {
    await using running = await MintmarkProcess.start({}, directory);
    running.child.stderr.destroy();
    running.child.stdout.destroy();
    for (let count = 0; count < 3; count++) expect((await fetch(`${running.url}/nowhere`)).status).toBe(404);
  });

  test('behavior: no signal opens the inspector', async () => {
    const running = await MintmarkProcess.start({}, directory);
    running.child.kill('SIGUSR1');
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
    expect(await running.stop()).toBe(0);
    expect(running.stderr).not.toContain('Debugger');
  });
});
