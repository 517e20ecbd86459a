import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Outbox } from '@mintmark/server/delivery/outbox/outbox';
import { openService } from '@mintmark/server/runtime/open-service';
import { openStore } from '@mintmark/server/runtime/open-store';
import { readPostmaster } from '@mintmark/server/storage/postgres/postmaster';
import { DeliveryTarget } from '@mintmark/server/test/delivery-target';
import { letterKind } from '@mintmark/server/test/letters';
import { createTestServices } from '@mintmark/server/test/test-services';
import { notRun } from '@mintmark/testing/not-run';
import { childrenOf, isAlive, sendSignal } from '@mintmark/testing/process-tree';
import { RawConnection } from '@mintmark/testing/raw-connection';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstallation, createPreparedInstallation, type Installation } from '../test/installation.ts';
import { MintmarkProcess, runMintmarkProcess, sourceProgram } from '../test/mintmark-process.ts';

const two = { MINTMARK_WORKERS: '2' };
const start = ({ env }: Installation) => MintmarkProcess.start({ ...env, ...two });

/** Resolves when this worker is ready. */
async function ready(running: MintmarkProcess, worker: number): Promise<void> {
  while (!running.workers.has(worker)) await setTimeout(10);
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request on a connection of its own. */
async function send(running: MintmarkProcess, path: string, { body, ...options }: Sent = {}) {
  const request = httpRequest(`${running.url}${path}`, { ...options, agent: false }).end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

async function metric(running: MintmarkProcess, sample: string): Promise<number> {
  const page = await send(running, '/metrics');
  return Number(
    page.text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1),
  );
}

const notFound = 'mintmark_requests_total{operation="none",status="404"}';

const isLinux =
  process.platform === 'linux' || notRun('workers', 'the process table of Linux', 'run the tests on Linux', {});

describe.skipIf(!isLinux)('mintmark start with two workers', () => {
  // A start with two workers is three processes, so each of the first three tests begins with what the one before has left.
  const stack = new AsyncDisposableStack();
  let installation: Installation;
  let running: MintmarkProcess;
  beforeAll(async () => {
    installation = stack.use(await createPreparedInstallation());
    running = stack.use(await start(installation));
  });
  afterAll(() => stack.disposeAsync());

  test('default: both answer, what one counts counts for both, and a killed one is replaced', async () => {
    expect(running.stdout.match(/listening on/g)).toHaveLength(1);
    expect(running.log.at(-1)).toMatchObject({ message: 'started', workers: 2 });

    for (let count = 0; count < 10; count++) expect((await send(running, '/nowhere')).status).toBe(404);
    const answeredBy = () => running.log.filter(({ status }) => status === 404).map(({ worker }) => worker);
    while (answeredBy().length < 10) await setTimeout(10);
    expect(answeredBy().sort()).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
    expect(await metric(running, notFound)).toBe(10);

    // What was scraped before is never counted down again.
    sendSignal(running.workers.get(1) as number, 'SIGKILL');
    await ready(running, 3);
    expect(running.log).toContainEqual(
      expect.objectContaining({
        level: 'error',
        message: 'a worker exited and will be replaced',
        worker: 1,
        exit: 'SIGKILL',
      }),
    );
    for (let count = 0; count < 4; count++) expect((await send(running, '/nowhere')).status).toBe(404);
    await running.logged('"worker":3,"requestId"');
    expect(await metric(running, notFound)).toBe(14);

    // One address has one share of refusals, whichever worker refuses it.
    const root = await installation.readRoot();
    const body = JSON.stringify({ organizationId: root.organizationId });
    const { name, value } = await root.stamper.stamp(body);
    const whoami = () => send(running, '/public/v1/query/whoami', { method: 'POST', headers: { [name]: value }, body });
    expect((await whoami()).status).toBe(200);
    const begin = performance.now();
    const statuses: unknown[] = [];
    while (statuses.length < 300) {
      const some = await Promise.all(
        Array.from({ length: 10 }, () => send(running, '/public/v1/query/whoami', { method: 'POST', body: '{}' })),
      );
      statuses.push(...some.map(({ status }) => status));
    }
    const seconds = (performance.now() - begin) / 1000;
    const granted = statuses.filter((status) => status === 401).length;
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const limit = 100 + 20 * seconds;
    console.log(`2 workers: ${granted} refusals of one address in ${seconds.toFixed(1)} s, limit ${Math.round(limit)}`);
    expect(granted).toBeGreaterThan(90);
    expect(granted).toBeLessThan(limit + 25);
    // The key was verified by one worker, and is known to both.
    for (let count = 0; count < 4; count++) expect((await whoami()).status).toBe(200);

    // Connections that a worker has not begun to read go to another one, or are answered by the first process.
    const pidOf = (worker: number) => running.workers.get(worker) as number;
    const abandoned = async (...workers: readonly number[]) => {
      for (const worker of workers) sendSignal(pidOf(worker), 'SIGSTOP');
      const answers = Promise.all([1, 2, 3, 4].map(() => send(running, '/nowhere')));
      await setTimeout(100);
      for (const worker of workers) sendSignal(pidOf(worker), 'SIGKILL');
      return (await answers).map(({ status, headers }) => [status, headers['retry-after']]);
    };
    expect(await abandoned(3)).toEqual(Array(4).fill([404, undefined]));
    await ready(running, 4);
    expect(await abandoned(2, 4)).toEqual(Array(4).fill([503, '1']));
    expect((await send(running, '/health')).status).toBe(503);
    await Promise.all([ready(running, 5), ready(running, 6)]);
    expect((await send(running, '/ready')).status).toBe(200);
  });

  test('behavior: if the first process is killed, nothing is left, and the next start succeeds immediately', async () => {
    const postmaster = await readPostmaster(join(installation.dataDirectory, 'postgres', 'cluster'));
    const pids = [...running.workers.values(), postmaster?.pid as number];
    expect(await Promise.all(pids.map(isAlive))).toEqual([true, true, true]);
    const port = new URL(running.url).port;
    running.child.kill('SIGKILL');
    running = stack.use(await MintmarkProcess.start({ ...installation.env, ...two, PORT: port }));
    expect((await send(running, '/ready')).status).toBe(200);
    expect(await Promise.all(pids.map(isAlive))).toEqual([false, false, false]);
  });

  test('behavior: a signal to all processes lets requests in flight finish', async () => {
    const head = ['POST /public/v1/query/whoami HTTP/1.1', 'Host: local', 'Content-Length: 2', 'Expect: 100-continue'];
    const slow = await Promise.all([1, 2].map(() => RawConnection.open(running.url)));
    for (const connection of slow)
      expect((await connection.send(`${head.join('\r\n')}\r\n\r\n`).reply()).status).toBe(100);
    const pids = [running.child.pid as number, ...running.workers.values()];
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) for (const pid of pids) sendSignal(pid, signal);
    await running.logged('stopping');
    await expect(send(running, '/health')).rejects.toThrow();
    for (const connection of slow) {
      expect((await connection.send('{}').reply()).status).toBe(401);
      // The server closes it: with the answer, or later if the worker was told to stop only after it had answered.
      expect(await connection.rest()).toBe('');
    }
    expect(await running.ended).toBe(0);
    expect(running.log.at(-1)).toMatchObject({ message: 'stopped' });
    expect(running.log.filter(({ status }) => status === 401).map(({ worker }) => worker)).toEqual(
      expect.arrayContaining([1, 2]),
    );
    expect(await Promise.all(pids.map(isAlive))).toEqual([false, false, false]);
  });

  test('behavior: what a killed worker was delivering is delivered by another one, long before its lease ends', async () => {
    await using installation = await createPreparedInstallation();
    await using target = await DeliveryTarget.start();
    target.answer = () => {};
    const { dataDirectory, env } = installation;
    const program = join(import.meta.dirname, '../test/programs/deliver-as-worker.ts');
    const preloading = { ...env, ...two, NODE_OPTIONS: `--import ${program}`, LETTERS_URL: target.url };
    await using running = await MintmarkProcess.start(preloading, undefined, sourceProgram);
    await using store = await openStore({ database: 'embedded', dataDirectory, joins: true });
    const { vault, macs, organizationId } = await openService(store.database, { dataDirectory });
    const letter = letterKind(target.url);
    const services = createTestServices({ vault, macs });
    const outbox = new Outbox({ database: store.database, services, kinds: [letter] });
    await store.database.transaction((sql) =>
      outbox
        .writer(sql, { id: organizationId, parentId: null, source: null })
        .leave(letter, { text: '' }, { idempotencyKey: 'key' }),
    );
    const poll = { interval: 50 };
    await expect.poll(() => target.keys, poll).toEqual(['key']);
    const first = Number(target.received[0]?.body);
    expect([...running.workers.values()]).toContain(first);
    target.answer = (response) => response.end();
    sendSignal(first, 'SIGKILL');
    await expect.poll(() => target.keys, poll).toEqual(['key', 'key']);
    expect(target.received[1]?.body).not.toBe(String(first));
    expect(running.log).toContainEqual(
      expect.objectContaining({ level: 'info', message: 'released the outbox leases of a worker', entries: 1 }),
    );
    const left = () => store.database.query((sql) => sql`select id from outbox`);
    await expect.poll(left, poll).toEqual([]);
    expect(await running.stop()).toBe(0);
  });

  test('error: a start that fails says the same as with one process, and makes nothing', async () => {
    await using installation = await createInstallation();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { dataDirectory } = installation;
    const env = { ...installation.env, ...two };
    expect(await runMintmarkProcess(['start'], { ...env, PORT: String(port) })).toEqual({
      code: 1,
      stdout: '',
      stderr: `mintmark: port ${port} of 127.0.0.1 is already in use; set PORT\n`,
    });
    expect(existsSync(dataDirectory)).toBe(false);
    await new Promise((resolve) => other.close(resolve));
    expect(await runMintmarkProcess(['start'], { ...env, DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' })).toEqual(
      {
        code: 1,
        stdout: '',
        stderr: 'mintmark: PostgreSQL cannot be reached (ECONNREFUSED): 127.0.0.1:1\n',
      },
    );
  });

  test('behavior: workers start while the database does, and stop if it does not start', async () => {
    await using installation = await createInstallation();
    // Accepts connections, as PostgreSQL does while it is still starting, and answers none.
    const connected = Promise.withResolvers<Socket>();
    const silent = createTcpServer(connected.resolve).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const env = { ...installation.env, ...two, DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/x` };
    await using running = MintmarkProcess.begin(env);
    const connection = await connected.promise;
    let workers: number[] = [];
    while (workers.length < 2) {
      await setTimeout(10);
      workers = await childrenOf(running.child.pid as number);
    }
    silent.close();
    connection.destroy();
    expect(await running.ended).toBe(1);
    expect(running.stderr).toMatch(/^mintmark: PostgreSQL /m);
    expect(await Promise.all(workers.map(isAlive))).toEqual([false, false]);
  });

  test('error: a worker that cannot start fails the start', async () => {
    await using installation = await createPreparedInstallation();
    const program = join(import.meta.dirname, '../test/programs/fail-as-worker.ts');
    const env = { ...installation.env, ...two, NODE_OPTIONS: `--import ${program}` };
    const { code, stdout, stderr } = await runMintmarkProcess(['start'], env, { program: sourceProgram });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^mintmark: a worker exited before it was ready \(7\): the log says why\n$/m);
    await using next = await start(installation);
    expect((await send(next, '/ready')).status).toBe(200);
  });
});
