import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type DebianPostgres, startDebianPostgres } from '@mintmark/testing/debian-postgres';
import { type ServerPair, startServerPair } from './server-pair.ts';

const run = promisify(execFile);

/** A PostgreSQL of several machines: a coordinator and two workers, each with its own port. */
export interface Citus extends AsyncDisposable {
  readonly coordinator: DebianPostgres;
  readonly workers: readonly DebianPostgres[];
  /** Runs a statement, and resolves to its rows as lines of text with columns divided by `|`. */
  ask(server: DebianPostgres, text: string): Promise<string[]>;
  /** The worker that has the rows of an organization. */
  workerOf(organizationId: string): Promise<DebianPostgres | undefined>;
}

/**
 * Starts two processes of the service on it: one connects to the coordinator, the other to the first worker. It ends with them.
 *
 * @param settings Of each machine.
 */
export async function startPairOnCitus(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly citus: Citus; readonly pair: ServerPair }> {
  const citus = await startCitus(settings);
  const pair = await startServerPair({
    urls: [citus.coordinator.url, citus.workers[0]?.url ?? ''],
    commands: [['database', 'distribute']],
    [Symbol.asyncDispose]: () => citus[Symbol.asyncDispose](),
  });
  return { citus, pair };
}

async function startCitus(more: Readonly<Record<string, string>>): Promise<Citus> {
  // The programs of a PostgreSQL that has the extension.
  const programs = process.env['MINTMARK_CITUS_PROGRAMS'];
  if (!programs) throw new Error('run npm run check:citus, which sets MINTMARK_CITUS_PROGRAMS');
  await using stack = new AsyncDisposableStack();
  const settings = {
    shared_preload_libraries: 'citus',
    max_prepared_transactions: '200',
    max_connections: '300',
    ...more,
  };
  const [coordinator, ...workers] = (await Promise.all(
    Array.from({ length: 3 }, async () => stack.use(await startDebianPostgres(programs, settings))),
  )) as [DebianPostgres, ...DebianPostgres[]];
  const ask = async ({ url }: DebianPostgres, text: string) => {
    const options = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '-v', 'ON_ERROR_STOP=1'];
    const { stdout } = await run(join(programs, 'psql'), [...options, '-c', text, url]);
    return stdout.split('\n').filter((line) => line !== '');
  };
  const portOf = ({ url }: DebianPostgres) => new URL(url).port;
  for (const server of [coordinator, ...workers]) {
    await ask(server, 'create extension citus');
    await ask(server, `insert into pg_dist_authinfo values (0, 'mintmark', 'password=${server.password}')`);
  }
  await ask(coordinator, `select citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator)})`);
  for (const worker of workers) await ask(coordinator, `select citus_add_node('127.0.0.1', ${portOf(worker)})`);
  const owned = stack.move();
  return {
    coordinator,
    workers,
    ask,
    async workerOf(organizationId) {
      const [port] = await ask(
        coordinator,
        `select nodeport from pg_dist_shard_placement
         where shardid = get_shard_id_for_distribution_column('organizations', '${organizationId}'::uuid)`,
      );
      return workers.find((worker) => portOf(worker) === port);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
