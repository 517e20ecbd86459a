import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore } from '@mintmark/server/runtime/open-store';
import { readPostmaster } from '@mintmark/server/storage/postgres/postmaster';
import { type Entry, Ledger } from '@mintmark/server/test/ledger';
import { type HttpReply, Load, post } from '@mintmark/server/test/load';
import { type DebianPostgres, findDebianPostgres, startDebianPostgres } from '@mintmark/testing/debian-postgres';
import { effort, repetitions } from '@mintmark/testing/effort';
import { notRun } from '@mintmark/testing/not-run';
import { killTree, sendSignal } from '@mintmark/testing/process-tree';
import { createRandom } from '@mintmark/testing/random';
import { describe, expect, test } from 'vitest';
import { createInstallation, createPreparedInstallation, type Installation } from '../test/installation.ts';
import { MintmarkProcess } from '../test/mintmark-process.ts';
import { runMintmark } from '../test/run-mintmark.ts';

/** In each round a new worker starts, which costs as much as a start of the service. */
const roundsOf = {
  service: repetitions({ usual: 1, full: 20 }),
  postgres: repetitions({ usual: 1, full: 20 }),
  worker: repetitions({ usual: 1, full: 4 }),
};
const firstStarts = repetitions({ usual: 2, full: 8 });
const { seed } = effort;

/** The service, its database, and what can be done to them. */
interface Rig extends AsyncDisposable {
  readonly installation: Installation;
  readonly postgres: DebianPostgres | undefined;
  service: MintmarkProcess;
}

async function createRig(bin?: string, workers = 1): Promise<Rig> {
  await using stack = new AsyncDisposableStack();
  const postgres = bin === undefined ? undefined : stack.use(await startDebianPostgres(bin));
  const installation = stack.use(await (postgres ? createInstallation(postgres.url) : createPreparedInstallation()));
  const service = await MintmarkProcess.start({ ...installation.env, MINTMARK_WORKERS: String(workers) });
  const owned = stack.move();
  const rig: Rig = {
    installation,
    postgres,
    service,
    async [Symbol.asyncDispose]() {
      await rig.service[Symbol.asyncDispose]();
      await owned.disposeAsync();
    },
  };
  return rig;
}

/** Reads the database without the service. */
async function compare({ installation: { dataDirectory }, postgres }: Rig, ledger: Ledger): Promise<string[]> {
  await using store = await openStore({ database: postgres?.url ?? 'embedded', dataDirectory, joins: true });
  return await ledger.compare(store.database);
}

/** What is killed, and how it is started again. */
const crashes = {
  async service(rig: Rig) {
    await rig.service.kill();
    rig.service = await rig.installation.start();
  },
  async worker(rig: Rig) {
    while (rig.service.workers.size < 2) await setTimeout(10);
    // The one that has run longest, so that each is killed in turn.
    const [victim] = rig.service.workers;
    if (!victim) throw new Error('there is no worker');
    sendSignal(victim[1], 'SIGKILL');
    while (rig.service.workers.has(victim[0])) await setTimeout(10);
  },
  async postgres({ installation: { dataDirectory }, postgres }: Rig) {
    if (postgres) {
      await postgres.kill();
      await postgres.start();
    } else {
      // The service starts it again.
      const postmaster = await readPostmaster(join(dataDirectory, 'postgres', 'cluster'));
      await killTree(postmaster?.pid as number);
    }
  },
};

async function crashRounds(rig: Rig, crash: keyof typeof crashes, signal: AbortSignal): Promise<void> {
  const root = await rig.installation.readRoot();
  const random = createRandom(seed);
  const ledger = new Ledger();
  const counts = { acknowledged: 0, unanswered: 0 };
  const rounds = roundsOf[crash];

  /** Sends until there is an answer. Until then, every refusal has to be retryable. */
  async function send(entry: Pick<Entry, 'actor' | 'operation' | 'body'>): Promise<HttpReply['json']> {
    for (;;) {
      const reply = await post(rig.service.url, entry);
      if (reply?.status === 200) return reply.json;
      expect(refusalOf(reply), entry.operation).toEqual(unavailable);
      await setTimeout(20, undefined, { signal });
    }
  }

  /** Sends the same bytes again: the answer has to match the earlier one, if there was one. */
  async function sendAgain(entry: Entry): Promise<void> {
    const { actor, operation, fingerprint, answer } = entry;
    const { activity } = await send(entry);
    expect(activity, `${operation} sent again`).toMatchObject({ fingerprint, ...(answer && lasting(answer)) });
    entry.answer = activity;
    const body = JSON.stringify({ organizationId: actor.organizationId, activityId: activity.id });
    const read = await send({ actor, operation: 'get_activity', body });
    expect(read.activity).toMatchObject({ fingerprint, ...lasting(activity) });
  }

  for (let round = 1; round <= rounds; round++) {
    const before = new Set(ledger.entries);
    const load = new Load({ url: rig.service.url, root, ledger, random, callers: 16, enough: 1 + random(60) });
    await load.hasEnough;
    await setTimeout(random(20));
    await crashes[crash](rig);
    await load.stop();
    for (const refusal of load.refusals) expect(refusalOf(refusal)).toEqual(unavailable);
    await send({ actor: root, operation: 'whoami', body: JSON.stringify({ organizationId: root.organizationId }) });
    expect(await compare(rig, ledger)).toEqual([]);

    const entries = ledger.entries.filter((entry) => !before.has(entry));
    counts.acknowledged += entries.filter(({ answer }) => answer).length;
    counts.unanswered += entries.filter(({ answer }) => !answer).length;
    while (entries.length > 0) await Promise.all(entries.splice(0, 16).map(sendAgain));
    expect(await compare(rig, ledger)).toEqual([]);
  }
  expect(await rig.service.stop()).toBe(0);
  const audit = await runMintmark(['audit', 'verify'], rig.installation.env);
  expect(audit.stderr).toBe('');
  expect(audit.stdout).toContain('The audit log is valid.');
  const where = rig.postgres ? 'an external PostgreSQL' : 'the embedded PostgreSQL';
  console.log(
    `kill -9 of ${crash === 'postgres' ? where : `the ${crash} on ${where}`}: ${rounds} rounds, ` +
      `${counts.acknowledged} acknowledged, ${counts.unanswered} unanswered, lost 0, doubled 0 (seed ${seed})`,
  );
}

const unavailable = { status: 503, code: 'UNAVAILABLE', retryAfter: '1' };
const refusalOf = (reply: HttpReply | undefined) =>
  reply && { status: reply.status, code: reply.json.details?.[0]?.errorCode, retryAfter: reply.retryAfter };

/** The parts of an activity that never change: all of it, once it is completed. */
const lasting = ({ id, status, result }: NonNullable<Entry['answer']>) =>
  status === 'ACTIVITY_STATUS_COMPLETED' ? { id, status, result } : { id };

const bin = await findDebianPostgres('crashes on Debian’s PostgreSQL');
const isLinux =
  process.platform === 'linux' || notRun('crashes', 'the process table of Linux', 'run the tests on Linux', {});

// Concurrently, since each test spends about half of its time waiting.
describe.skipIf(!isLinux).concurrent('kill -9 under load', () => {
  test('behavior: of the service, on the embedded PostgreSQL', async ({ signal }) => {
    await using rig = await createRig();
    await crashRounds(rig, 'service', signal);
  });

  test('behavior: of one of two workers', async ({ signal }) => {
    await using rig = await createRig(undefined, 2);
    await crashRounds(rig, 'worker', signal);
  });

  test('behavior: of the embedded PostgreSQL', async ({ signal }) => {
    await using rig = await createRig();
    await crashRounds(rig, 'postgres', signal);
  });

  test.skipIf(!bin)('behavior: of an external PostgreSQL', async ({ signal }) => {
    await using rig = await createRig(bin);
    await crashRounds(rig, 'postgres', signal);
  });

  test('behavior: of the service during its first start', async () => {
    await using installation = await createInstallation();
    const random = createRandom(seed);
    for (let round = 0; round < firstStarts; round++) {
      const service = MintmarkProcess.begin(installation.env);
      await setTimeout(random(2_000));
      await service.kill();
    }
    await using service = await installation.start();
    // Whichever start created the organization, its key is the one that was saved.
    const root = await installation.readRoot();
    const { organizationId, userId } = root;
    const whoami = { actor: root, operation: 'whoami', body: JSON.stringify({ organizationId }) };
    expect((await post(service.url, whoami))?.json).toMatchObject({ organizationId, userId });
    const { dataDirectory } = installation;
    await using store = await openStore({ database: 'embedded', dataDirectory, joins: true });
    expect(await store.database.query((sql) => sql`select id from organizations`)).toEqual([{ id: organizationId }]);
  });
});
