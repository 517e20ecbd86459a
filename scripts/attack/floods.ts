import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { openConnections } from '../load/connections.ts';
import { percentile, table } from '../load/figures.ts';
import { accountRequest, readProxyConfigId, signUpRequests } from '../load/proxy-requests.ts';
import { type ServiceProcess, startService, temporaryDirectory } from '../load/service-process.ts';
import { type Actor, makeActors, makeSubOrganizations, readRootActor, whoami } from '../load/stamped-requests.ts';
import type { AttackOptions } from './attack-options.ts';
import { type CodeOwner, makeCodeOwners } from './code-requests.ts';
import { Counts, noAnswer } from './counts.ts';
import { makeExpensivePolicies } from './expensive-policies.ts';
import { areExpected, type FloodOrder, otherAddresses, prepareFlood } from './flood.ts';
import { type Measured, measureTraffic } from './good-traffic.ts';
import { makeLargeActivities } from './large-activities.ts';
import { startReverseProxy } from './reverse-proxy.ts';

const readingOrganizations = 8;
const largeActivities = 30;
const expensiveOrganizations = 10;
const sameAddress = ['127.0.0.1'];
const warmUpMs = 2_000;
const proxyAddress = otherAddresses.at(-1) as string;
/** Shares of the duration of one flood. */
const shares = { before: 0.35, during: 0.45, after: 0.2 };
type Phase = keyof typeof shares;

/** A flood, and the good traffic beside it. */
interface Attack {
  readonly title: string;
  readonly order: (target: Target) => Omit<FloodOrder, 'seed' | 'ports'>;
  /** The good requests: as many, or fewer that are sent again and again. */
  readonly good: (target: Target, count: number) => Promise<readonly Buffer[]> | readonly Buffer[];
  /** How many of them are sent in a second; it may depend on how long a flood lasts. */
  readonly goodRate: number | ((floodMs: number) => number);
  readonly goodConnections: number;
  /** The statuses that the flood may get. */
  readonly expected: readonly string[];
  /** The target for good traffic: its p99 during the flood, divided by its p99 before the flood. */
  readonly aim: number;
  /** Whether the flood and the good traffic come through a reverse proxy. */
  readonly isProxied?: boolean;
}

/** An installation of the service, and its users. */
interface Installation {
  readonly name: string;
  /** Each flood gets a new process, so that earlier floods do not affect its figures. */
  start(env?: Readonly<Record<string, string>>): Promise<ServiceProcess>;
  /** The settings of a service behind the reverse proxy. */
  readonly behindProxy: Readonly<Record<string, string>>;
  /** The configuration of the sign-up proxy. */
  readonly configId: string;
  /** Users of organizations with large activities. */
  readonly readers: readonly Actor[];
  /** Users of organizations whose policies take as long as they can. */
  readonly expensive: readonly Actor[];
  /** The only user of its organization. */
  readonly ninth: Actor;
  /** Users of one organization. */
  readonly callers: readonly Actor[];
  /** People who sign in by e-mail. */
  readonly owners: readonly CodeOwner[];
}

/** A target whose service is running. */
interface Target extends Installation {
  readonly port: number;
}

const askAll = (actors: readonly Actor[]) => Promise.all(actors.map(whoami));

/** Each owner sends one request in each phase, since a person may ask for three codes in three minutes. */
const maxOwners = 200;
const ownersRate = (floodMs: number) => Math.min(4, (1000 * maxOwners) / longestPhaseMs(floodMs));
const ownersFor = (floodMs: number) => Math.ceil((ownersRate(floodMs) * longestPhaseMs(floodMs)) / 1000);
const longestPhaseMs = (floodMs: number) => floodMs * Math.max(...Object.values(shares));

const expensive = {
  good: ({ callers }: Target) => askAll(callers.slice(0, 2)),
  goodRate: 50,
  goodConnections: 4,
  expected: ['400', '401', '429'],
  aim: 3,
} as const;
const expensiveOrder = ({ callers }: Target) =>
  ({ kind: 'manyValues', holders: callers.slice(0, 1), addresses: otherAddresses, connections: 32, rate: 69 }) as const;

const badStamps = {
  good: ({ callers }: Target) => askAll(callers),
  goodRate: 200,
  goodConnections: 16,
  expected: ['401', '429'],
  aim: 3,
} as const;
const badStampsOrder = ({ callers }: Target) =>
  ({ kind: 'small', holders: callers, addresses: otherAddresses, connections: 32 }) as const;

const expensivePolicies = {
  good: ({ ninth }: Target) => askAll([ninth]),
  goodRate: 20,
  goodConnections: 1,
  expected: ['200', '429', '503'],
  aim: 5,
} as const;
const expensivePoliciesOrder = ({ expensive }: Target) =>
  ({ kind: 'policyDryRuns', holders: expensive, addresses: sameAddress, connections: 30 }) as const;

const attacks: readonly Attack[] = [
  {
    title: 'large lists, 8 organizations',
    order: ({ readers }) => ({ kind: 'largeLists', holders: readers, addresses: sameAddress, connections: 24 }),
    good: ({ ninth }) => askAll([ninth]),
    goodRate: 20,
    goodConnections: 1,
    expected: ['200', '429', '503'],
    aim: 5,
  },
  {
    ...expensivePolicies,
    title: 'expensive policies, dry runs, 10 organizations',
    order: expensivePoliciesOrder,
  },
  {
    ...expensivePolicies,
    title: 'expensive policies, activities, 10 organizations',
    order: (target) => ({ ...expensivePoliciesOrder(target), kind: 'policyActivities' }),
  },
  {
    ...expensive,
    title: 'many values, known key, same address',
    order: (target) => ({ ...expensiveOrder(target), addresses: sameAddress }),
  },
  { ...expensive, title: 'many values, known key, 8 addresses', order: expensiveOrder },
  {
    ...expensive,
    title: 'many values, unknown keys, 8 addresses',
    order: (target) => ({ ...expensiveOrder(target), namesUnknownKeys: true }),
  },
  {
    ...expensive,
    title: 'duplicate members, known key, 8 addresses',
    order: (target) => ({ ...expensiveOrder(target), kind: 'duplicateMembers' }),
  },
  {
    ...expensive,
    title: 'deep nesting, known key, 8 addresses',
    order: (target) => ({ ...expensiveOrder(target), kind: 'deepNesting' }),
  },
  { ...badStamps, title: 'bad stamps, known keys, 8 addresses', order: badStampsOrder },
  {
    ...badStamps,
    title: 'bad stamps, known keys, same address',
    order: (target) => ({ ...badStampsOrder(target), addresses: sameAddress }),
  },
  {
    ...badStamps,
    title: 'bad stamps, unknown keys, 8 addresses',
    order: (target) => ({ ...badStampsOrder(target), namesUnknownKeys: true }),
  },
  {
    title: 'sign-ups with 10 and 1,000 accounts, 8 addresses',
    order: ({ configId }) => ({
      kind: 'signUps',
      ...{ configId, holders: [], addresses: otherAddresses, connections: 8, rate: 8 },
    }),
    good: ({ configId }, count) => signUpRequests(configId, count, 1),
    goodRate: 2,
    goodConnections: 6,
    expected: ['200', '429'],
    aim: 3,
  },
  {
    title: 'empty requests through a proxy, one address',
    order: ({ configId }) => ({
      kind: 'empty',
      ...{ configId, holders: [], addresses: otherAddresses.slice(0, 1), connections: 8, rate: 72 },
    }),
    good: ({ configId, ninth }) => [accountRequest(configId, ninth.key.publicKey)],
    goodRate: 10,
    goodConnections: 6,
    expected: ['400', '429'],
    aim: 3,
    isProxied: true,
  },
  {
    title: 'codes for known contacts, 8 addresses',
    order: ({ owners }) => ({
      kind: 'codes',
      holders: [],
      codes: owners.map(({ authProxyConfigId, contact }) => ({ authProxyConfigId, contact })),
      addresses: otherAddresses,
      connections: 32,
    }),
    good: ({ owners }) => owners.map(({ request }) => request),
    goodRate: ownersRate,
    goodConnections: 4,
    expected: ['200', '429', '503'],
    aim: 5,
  },
];

/** The measurements of a flood. */
interface Outcome {
  readonly attack: Attack;
  readonly target: Target;
  readonly measured: Readonly<Record<Phase, Measured>>;
  readonly flood: Counts;
  readonly floodMs: number;
}

/** Floods each service in turn, prints the latency of good requests, and returns the problems found. */
export async function runFloods({ servers, seed, durationMs, signal }: AttackOptions): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const installations: Installation[] = [];
  for (const checkout of servers)
    installations.push(await prepare(stack, checkout, durationMs / attacks.length, signal));
  console.log(
    `The service, its PostgreSQL, the flood and the measurement share ${availableParallelism()} cores. The flood has a lower priority.`,
  );
  const begun = performance.now();
  const outcomes: Outcome[] = [];
  for (const [index, attack] of attacks.entries()) {
    for (const installation of installations) {
      signal.throwIfAborted();
      await using service = await installation.start(attack.isProxied ? installation.behindProxy : {});
      await using proxy = attack.isProxied ? await startReverseProxy(service.port, proxyAddress) : undefined;
      const target = { ...installation, port: proxy?.port ?? service.port };
      // Warms up the JIT compiler, and makes every caller a recently verified one.
      await measure(badStamps, target, warmUpMs, signal);
      const outcome = await run(attack, target, seed + index, durationMs / attacks.length, signal);
      outcomes.push(outcome);
      console.log(`${seconds(begun)} ${rowTitle(outcome)}: flood answered ${outcome.flood}`);
    }
  }
  console.log(`\nGood requests in milliseconds, before, during and after each flood\n${tableOf(outcomes)}`);
  return outcomes.flatMap((outcome) => [...problemsOf(outcome)]);
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0).padStart(5)} s`;

async function prepare(
  stack: AsyncDisposableStack,
  checkout: string,
  floodMs: number,
  signal: AbortSignal,
): Promise<Installation> {
  signal.throwIfAborted();
  console.log(`preparing ${checkout}`);
  const directory = stack.use(await temporaryDirectory());
  const start: Installation['start'] = (env = {}) =>
    startService({ MINTMARK_DATA_DIR: directory.path, ...env }, { checkout });
  const behindProxy = await configureProxy(directory.path, checkout);
  await using service = await start();
  const { port } = service;
  const root = await readRootActor(directory.path);
  const readers = await Promise.all(
    Array.from({ length: readingOrganizations }, (_, index) =>
      makeLargeActivities(port, root, `Reader ${index}`, largeActivities),
    ),
  );
  const expensive: Actor[] = [];
  for (let index = 0; index < expensiveOrganizations; index++)
    expensive.push(await makeExpensivePolicies(port, root, `Expensive ${index}`));
  const [ninth] = (await makeSubOrganizations(port, root, 1)) as [Actor];
  const callers = await makeActors(port, root, 16);
  const configId = await readProxyConfigId(directory.path);
  const owners = await makeCodeOwners(port, directory.path, ownersFor(floodMs));
  const actors = { readers: readers.flat(), expensive, ninth, callers, owners };
  return { name: shortPath(checkout), start, behindProxy, configId, ...actors };
}

/** Writes a configuration that trusts the reverse proxy. Earlier versions have no such setting: their figures show that. */
async function configureProxy(directory: string, checkout: string): Promise<Installation['behindProxy']> {
  const schema = await readFile(join(checkout, 'packages/server/config.schema.json'), 'utf8');
  if (!schema.includes('"trustedProxies"')) return {};
  const file = join(directory, 'behind-proxy.json');
  await writeFile(file, JSON.stringify({ trustedProxies: [proxyAddress] }), { mode: 0o600 });
  return { MINTMARK_CONFIG_FILE: file };
}

/** The relative or the absolute path, whichever is shorter. */
function shortPath(path: string): string {
  const fromHere = relative('', path) || '.';
  return fromHere.length < path.length ? fromHere : path;
}

type GoodTraffic = Pick<Attack, 'good' | 'goodConnections'> & { readonly goodRate: number };

async function measure(traffic: GoodTraffic, target: Target, forMs: number, signal: AbortSignal): Promise<Measured> {
  const connections = openConnections(target.port, traffic.goodConnections);
  const requests = await traffic.good(target, Math.ceil((traffic.goodRate * forMs) / 1000));
  try {
    return await measureTraffic({ connections, requests, rate: traffic.goodRate, forMs, signal });
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function run(attack: Attack, target: Target, seed: number, forMs: number, signal: AbortSignal): Promise<Outcome> {
  const goodRate = typeof attack.goodRate === 'number' ? attack.goodRate : attack.goodRate(forMs);
  const phase = (name: Phase) => measure({ ...attack, goodRate }, target, forMs * shares[name], signal);
  using flood = await prepareFlood({ ...attack.order(target), seed, ports: [target.port] });
  const before = await phase('before');
  flood.begin();
  const begun = performance.now();
  const during = await phase('during');
  const floodMs = performance.now() - begun;
  const counts = new Counts();
  counts.addAll(await flood.end());
  const after = await phase('after');
  return { attack, target, measured: { before, during, after }, flood: counts, floodMs };
}

const rowTitle = ({ attack, target }: Outcome) => `${attack.title} (${target.name})`;
const ratioOf = ({ measured: { before, during } }: Outcome, share: number) =>
  percentile(during.ms, share) / percentile(before.ms, share);
const sumOf = ({ measured }: Outcome, count: (statuses: Counts) => number) =>
  Object.values(measured).reduce((sum, { statuses }) => sum + count(statuses), 0);

function tableOf(outcomes: readonly Outcome[]): string {
  const head = ['flood', 'flood/s', 'p50 before', 'during', 'after', 'ratio'];
  const tail = ['p99 before', 'during', 'after', 'ratio', 'aim', '', 'refused', 'unanswered'];
  const isShort = new Set(outcomes.map(({ target }) => target.name)).size === 1;
  const rows = outcomes.map((outcome) => {
    const { attack, measured, flood, floodMs } = outcome;
    const cells = (share: number) => [
      ...(['before', 'during', 'after'] as const).map((phase) => percentile(measured[phase].ms, share).toFixed(1)),
      ratioOf(outcome, share).toFixed(1),
    ];
    return [
      isShort ? attack.title : rowTitle(outcome),
      ((1000 * flood.total) / floodMs).toFixed(0),
      ...cells(0.5),
      ...cells(0.99),
      `${attack.aim}`,
      ratioOf(outcome, 0.99) <= attack.aim ? 'met' : 'MISSED',
      `${sumOf(outcome, (statuses) => statuses.total - statuses.of(200) - statuses.of(noAnswer))}`,
      `${sumOf(outcome, (statuses) => statuses.of(noAnswer))}`,
    ];
  });
  return table([[...head, ...tail], ...rows]);
}

function* problemsOf(outcome: Outcome) {
  const { attack, measured, flood } = outcome;
  for (const [phase, { statuses }] of Object.entries(measured)) {
    if (statuses.total > statuses.of(200))
      yield `${rowTitle(outcome)}: good requests ${phase} it were answered ${statuses}`;
  }
  if (!areExpected(flood, attack.expected))
    yield `${rowTitle(outcome)}: the flood was answered ${flood}; expected only ${attack.expected.join(', ')}`;
}
