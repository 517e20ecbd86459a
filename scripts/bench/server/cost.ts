import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCpuTimeKnown } from '@mintmark/testing/cpu-time';
import { openConnections, requireSuccess, sendAll } from '../../load/connections.ts';
import { table } from '../../load/figures.ts';
import { connectToDatabase } from '../../load/service-database.ts';
import { readPostmaster, startService, temporaryDirectory } from '../../load/service-process.ts';
import {
  type Actor,
  credentials,
  makeActors,
  makeSubOrganizations,
  newKeys,
  newTag,
  readRootActor,
  submission,
  tagIdOf,
  whoami,
} from '../../load/stamped-requests.ts';
import { median } from '../race.ts';
import { readUsageAfter, readUsageBefore, type Usage, usagePerRequest, walPosition } from './usage.ts';

const connectionCount = 32;
/** Within the maximum number of tags of an organization. */
const tagsOfRound = 96;
const subOrganizationCount = 32;
/** Within the maximum number of users of an organization. */
const usersOfSubOrganization = 80;
const whoamisOfRound = 1024;

/** Runs one round of requests and returns how many there were. */
type Round = () => Promise<number>;

const workloads = [
  {
    name: 'tags',
    title: `an activity: create_user_tag, and delete_user_tags for every ${tagsOfRound} of them, in one organization`,
    warmUpRounds: 5,
    rounds: 24,
  },
  {
    name: 'users',
    title: `an activity: create_users with one user and one API key, in ${subOrganizationCount} sub-organizations`,
    warmUpRounds: 4,
    rounds: usersOfSubOrganization - 4,
  },
  { name: 'whoami', title: 'a query: whoami', warmUpRounds: 4, rounds: 10 },
] as const;

/** Measures what one request costs: CPU, WAL, rows and bytes at rest. With BEFORE, measures another clone too, in turns. */
export async function benchCost(): Promise<void> {
  await using open = new AsyncDisposableStack();
  const before = process.env['BEFORE'];
  const contenders = [await prepare(open, undefined)];
  if (before) contenders.push(await prepare(open, before));
  console.log(`server, what one request costs; ${connectionCount} connections`);
  if (!isCpuTimeKnown) console.log('  CPU is not measured: only Linux has /proc');
  for (const { name, title, warmUpRounds, rounds } of workloads) {
    for (let round = 0; round < warmUpRounds; round++) for (const contender of contenders) await contender[name]();
    const runs = [];
    for (const contender of contenders)
      runs.push({ contender, begun: await readUsageBefore(contender.measured), count: 0, walOfRounds: [] as number[] });
    for (let round = 0; round < rounds; round++) {
      for (const run of runs) {
        const { measured, [name]: sendRound } = run.contender;
        const start = await walPosition(measured.pool);
        const count = await sendRound();
        run.walOfRounds.push(((await walPosition(measured.pool)) - start) / count);
        run.count += count;
      }
    }
    const costs: Usage[] = [];
    for (const { contender, begun, count, walOfRounds } of runs) {
      const cost = usagePerRequest(begun, await readUsageAfter(contender.measured), count);
      // Autovacuum and checkpoints write to the WAL at times of their own; most rounds are without them.
      costs.push(new Map([['WAL of the median round, bytes', median(walOfRounds)], ...cost]));
    }
    const [cost, costBefore] = costs as [Usage, Usage | undefined];
    console.log(`${title}\n${table(costRows(cost, costBefore))}`);
  }
}

/** The rows of the table of one workload, with a heading. */
export function costRows(cost: Usage, before: Usage | undefined): string[][] {
  const names = [...new Set([...cost.keys(), ...(before?.keys() ?? [])])];
  const rows = names.map((name) => {
    const [now, then] = [cost.get(name) ?? 0, before?.get(name) ?? 0];
    return [name, figure(now), ...(before ? [figure(then), ratio(now, then)] : [])];
  });
  return [['', 'each', ...(before ? ['before', 'ratio'] : [])], ...rows];
}

const figure = (value: number) =>
  Number.isNaN(value) ? 'unknown' : value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 3 : 0 });

const ratio = (now: number, then: number) => (Number.isFinite(now / then) ? (now / then).toFixed(3) : '–');

async function prepare(open: AsyncDisposableStack, checkout: string | undefined) {
  const directory = open.use(await temporaryDirectory());
  const start = () => startService({ MINTMARK_DATA_DIR: directory.path }, checkout === undefined ? {} : { checkout });
  await (await start())[Symbol.asyncDispose]();
  // After a checkpoint, the first change of each page writes the whole page to the WAL. When that happens depends on the time.
  await appendFile(join(directory.path, 'postgres/cluster/postgresql.conf'), "\ncheckpoint_timeout = '1h'\n");
  const service = open.use(await start());
  const pool = await connectToDatabase(directory.path, 1);
  open.defer(() => pool.end());
  const root = await readRootActor(directory.path);
  const subs = await makeSubOrganizations(service.port, root, subOrganizationCount);
  const whoamis = await Promise.all((await makeActors(service.port, root, connectionCount)).map(whoami));
  const connections = openConnections(service.port, connectionCount);
  open.defer(() => {
    for (const connection of connections) connection.close();
  });

  async function send(requests: readonly Buffer[]) {
    const exchanges = await sendAll(connections, requests);
    requireSuccess(exchanges);
    return exchanges;
  }
  const tags: Round = async () => {
    const created = await send(
      await Promise.all(Array.from({ length: tagsOfRound }, (_, index) => newTag(root, `Tag ${index}`))),
    );
    const userTagIds = created.map(({ body }) => tagIdOf(body));
    await send([await submission(root, 'delete_user_tags', 'DELETE_USER_TAGS', { userTagIds })]);
    return created.length + 1;
  };
  const users: Round = async () => (await send(await Promise.all(subs.map(newUser)))).length;
  const repeated = Array.from({ length: whoamisOfRound }, (_, index) => whoamis[index % whoamis.length] as Buffer);
  return {
    measured: { servicePid: service.pid, postmasterPid: (await readPostmaster(directory.path)).pid, pool },
    tags,
    users,
    whoami: async () => (await send(repeated)).length,
  };
}

function newUser(owner: Actor) {
  const [key] = newKeys(1) as [ReturnType<typeof newKeys>[number]];
  const user = { userName: 'User', userEmail: 'user@example.com', ...credentials(key), userTags: [] };
  return submission(owner, 'create_users', 'CREATE_USERS_V4', { users: [user] });
}
