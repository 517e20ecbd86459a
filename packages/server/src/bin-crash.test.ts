import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type DebianPostgres, findDebianPostgres, startDebianPostgres } from '../test/debian-postgres.ts';
import { type Entry, Ledger } from '../test/ledger.ts';
import { type HttpReply, Load, post, rootActor } from '../test/load.ts';
import { MintmarkProcess, runMintmark } from '../test/mintmark-process.ts';
import { notRun } from '../test/not-run.ts';
import { killTree } from '../test/process-tree.ts';
import { createRandom } from '../test/random.ts';
import { temporaryDirectory } from '../test/temporary-directory.ts';
import { openDatabase } from './store/database.ts';
import { readPostmaster } from './store/postmaster.ts';
import type { DatabaseAddress } from './store/session.ts';

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 20);
const seed = Number(process.env['CRASH_SEED'] ?? 1);

/** The service with its database, and what can be done to them. */
interface Installation extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  readonly dataDirectory: string;
  readonly postgres: DebianPostgres | undefined;
  service: MintmarkProcess;
}

async function install(bin?: string): Promise<Installation> {
  await using stack = new AsyncDisposableStack();
  const directory = stack.use(await temporaryDirectory());
  const postgres = bin === undefined ? undefined : stack.use(await startDebianPostgres(bin));
  const dataDirectory = join(directory.path, 'data');
  const env = { MINTMARK_DATA_DIR: dataDirectory, ...(postgres && { DATABASE_URL: postgres.url }) };
  const service = await MintmarkProcess.start(env);
  const owned = stack.move();
  const installation: Installation = {
    env,
    dataDirectory,
    postgres,
    service,
    async [Symbol.asyncDispose]() {
      await installation.service[Symbol.asyncDispose]();
      await owned.disposeAsync();
    },
  };
  return installation;
}

const clusterOf = ({ dataDirectory }: Installation) => join(dataDirectory, 'postgres', 'cluster');

/** Where the database can be looked at from outside of the service. */
async function addressOf(installation: Installation): Promise<DatabaseAddress> {
  if (installation.postgres) return installation.postgres.url;
  const { socketDirectory = '' } = (await readPostmaster(clusterOf(installation))) ?? {};
  return { socketDirectory, user: 'mintmark', database: 'mintmark' };
}

async function compare(installation: Installation, ledger: Ledger): Promise<string[]> {
  const database = openDatabase({ address: await addressOf(installation), timeoutMs: 60_000 });
  try {
    return await ledger.compare(database);
  } finally {
    await database.close();
  }
}

/** What is killed, and how it comes back. */
const crashes = {
  async service(installation: Installation) {
    await installation.service.kill();
    return async () => {
      installation.service = await MintmarkProcess.start(installation.env);
    };
  },
  async postgres(installation: Installation) {
    const { postgres } = installation;
    if (postgres) await postgres.kill();
    else await killTree((await readPostmaster(clusterOf(installation)))?.pid as number);
    return async () => await postgres?.start();
  },
};

async function crashRounds(
  installation: Installation,
  crash: keyof typeof crashes,
  signal: AbortSignal,
): Promise<void> {
  const root = rootActor(await readFile(join(installation.dataDirectory, 'root.json'), 'utf8'));
  const random = createRandom(seed);
  const ledger = new Ledger();
  const counts = { acknowledged: 0, unanswered: 0 };

  /** Sends until there is an answer. Who waits is told so, in a way that a caller can go on from. */
  async function send(entry: Pick<Entry, 'actor' | 'operation' | 'body'>): Promise<HttpReply['json']> {
    for (;;) {
      const reply = await post(installation.service.url, entry);
      if (reply?.status === 200) return reply.json;
      expect(refusalOf(reply), entry.operation).toEqual(unavailable);
      await setTimeout(20, undefined, { signal });
    }
  }

  /** The same bytes are answered with what was acknowledged before; what was not answered is now. */
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
    const load = new Load({ url: installation.service.url, root, ledger, random, enough: 1 + random(60) });
    await load.hasEnough;
    await setTimeout(random(20));
    const recover = await crashes[crash](installation);
    await recover();
    await load.stop();
    for (const refusal of load.refusals) expect(refusalOf(refusal)).toEqual(unavailable);
    await send({ actor: root, operation: 'whoami', body: JSON.stringify({ organizationId: root.organizationId }) });
    expect(await compare(installation, ledger)).toEqual([]);

    const entries = ledger.entries.filter((entry) => !before.has(entry));
    counts.acknowledged += entries.filter(({ answer }) => answer).length;
    counts.unanswered += entries.filter(({ answer }) => !answer).length;
    while (entries.length > 0) await Promise.all(entries.splice(0, 16).map(sendAgain));
    expect(await compare(installation, ledger)).toEqual([]);
  }
  expect(await installation.service.stop()).toBe(0);
  const audit = await runMintmark(['audit', 'verify'], installation.env);
  expect(audit.stderr).toBe('');
  expect(audit.stdout).toContain('The audit holds.');
  const where = installation.postgres ? 'a PostgreSQL of one’s own' : 'the embedded PostgreSQL';
  console.log(
    `kill -9 of ${crash === 'service' ? `the service on ${where}` : where}: ${rounds} rounds, ` +
      `${counts.acknowledged} acknowledged, ${counts.unanswered} unanswered, lost 0, doubled 0 (seed ${seed})`,
  );
}

const unavailable = { status: 503, code: 'UNAVAILABLE', retryAfter: '1' };
const refusalOf = (reply: HttpReply | undefined) =>
  reply && { status: reply.status, code: reply.json.details?.[0]?.errorCode, retryAfter: reply.retryAfter };

/** What of an activity never changes: all of it, once it is completed. */
const lasting = ({ id, status, result }: NonNullable<Entry['answer']>) =>
  status === 'ACTIVITY_STATUS_COMPLETED' ? { id, status, result } : { id };

const bin = await findDebianPostgres('crashes on a PostgreSQL of Debian');
const isLinux =
  process.platform === 'linux' || notRun('crashes', 'the process table of Linux', 'run the tests on Linux', {});

// At once, since each of them waits for the other half of the time.
describe.skipIf(!isLinux).concurrent('kill -9 under load', () => {
  test('behavior: of the service, on the embedded PostgreSQL', async ({ signal }) => {
    await using installation = await install();
    await crashRounds(installation, 'service', signal);
  });

  test('behavior: of the embedded PostgreSQL', async ({ signal }) => {
    await using installation = await install();
    await crashRounds(installation, 'postgres', signal);
  });

  test.skipIf(!bin)('behavior: of a PostgreSQL of one’s own', async ({ signal }) => {
    await using installation = await install(bin);
    await crashRounds(installation, 'postgres', signal);
  });
});
