import { Connection, type Exchange, requireSuccess } from '../../load/connections.ts';
import { percentile, table } from '../../load/figures.ts';
import { connectToDatabase } from '../../load/service-database.ts';
import { startService, temporaryDirectory } from '../../load/service-process.ts';
import { newTag, query, readRootActor, submission, tagIdOf } from '../../load/stamped-requests.ts';
import { readActivityCounts } from './activity-counts.ts';
import { writeHistory } from './history.ts';

const pageLength = 100;
const warmUpRounds = 100;
const rounds = 400;
/** Within the maximum number of tags of an organization. */
const maxTags = 90;
const aim = 1.3;

/** A page of 100 activities, a look-up of one activity by its id, and a submit. */
const kinds = ['page', 'look-up', 'submit'] as const;

type Kind = (typeof kinds)[number];

/** Compares the latency of requests of an organization with a short and with a long history, one request of each in turn. */
export async function benchGrowth(): Promise<void> {
  await using open = new AsyncDisposableStack();
  const histories = [];
  for (const count of readActivityCounts(process.env['ACTIVITIES'])) histories.push(await prepare(open, count));
  for (let round = 0; round < warmUpRounds; round++) for (const history of histories) await history.round();
  for (const { times } of histories) for (const kind of kinds) times[kind].length = 0;
  for (let round = 0; round < rounds; round++) {
    for (const history of histories) await history.round();
    if (round % 100 === 99) report(`measured ${round + 1} of ${rounds} rounds`);
  }
  const measurements = [];
  for (const { search, ...history } of histories) measurements.push({ ...history, searched: await search() });
  console.log(
    `server, by length of history: p50 in ms, and its ratio to that of the shortest history (aim: at most ${aim})`,
  );
  console.log(table(growthRows(measurements)));
  console.log(
    '  search: a page with a filter that no activity matches, which reads the whole history; once, with its status',
  );
}

interface Measurement {
  readonly count: number;
  readonly bytes: number;
  readonly times: Readonly<Record<Kind, readonly number[]>>;
  /** A search that finds nothing. */
  readonly searched: Pick<Exchange, 'ms' | 'status'>;
}

/** The rows of the table, with a heading. The first measurement is the reference. */
export function growthRows(measurements: readonly Measurement[]): string[][] {
  const p50 = ({ times }: Measurement, kind: Kind) => percentile(times[kind], 0.5);
  const [reference] = measurements as [Measurement];
  const rows = measurements.map((one) => [
    one.count.toLocaleString('en-US'),
    (one.bytes / 2 ** 30).toFixed(2),
    ...kinds.flatMap((kind) => [p50(one, kind).toFixed(2), (p50(one, kind) / p50(reference, kind)).toFixed(2)]),
    `${one.searched.ms.toFixed(0)} (${one.searched.status})`,
  ]);
  return [['activities', 'GiB', ...kinds.flatMap((kind) => [`${kind} ms`, 'ratio']), 'search ms'], ...rows];
}

const report = (line: string) => console.error(`  ${line}`);

/** Starts a service whose organization has a history of this length. */
async function prepare(open: AsyncDisposableStack, count: number) {
  const directory = open.use(await temporaryDirectory());
  await makeDatabase(directory.path, count);
  const service = open.use(await startService({ MINTMARK_DATA_DIR: directory.path }));
  const pool = await connectToDatabase(directory.path, 1);
  const { rows } = await pool.query('select pg_database_size(current_database()) as bytes');
  await pool.end();
  const root = await readRootActor(directory.path);
  const connection = new Connection(service.port);
  open.defer(() => connection.close());
  const times: Record<Kind, number[]> = { page: [], 'look-up': [], submit: [] };
  const tagIds: string[] = [];
  let activityId = '';

  async function send(request: Buffer, kind?: Kind) {
    const exchange = await connection.send(request);
    requireSuccess([exchange]);
    if (kind) times[kind].push(exchange.ms);
    return exchange.body;
  }
  async function submit() {
    const body = await send(await newTag(root, `Tag ${tagIds.length}`), 'submit');
    tagIds.push(tagIdOf(body) as string);
    activityId = activityIdOf(body);
    if (tagIds.length < maxTags) return;
    await send(await submission(root, 'delete_user_tags', 'DELETE_USER_TAGS', { userTagIds: tagIds.splice(0) }));
  }
  // No measured page may reach the copies.
  for (let made = 0; made <= pageLength; made++) await submit();
  return {
    count,
    bytes: Number(rows[0].bytes),
    times,
    search: async () =>
      connection.send(await query(root, 'list_activities', { filterByStatus: ['ACTIVITY_STATUS_REJECTED'] })),
    async round() {
      const page = await send(
        await query(root, 'list_activities', { paginationOptions: { limit: `${pageLength}` } }),
        'page',
      );
      if (JSON.parse(page).activities.length !== pageLength) throw new Error('the page is not full');
      await send(await query(root, 'get_activity', { activityId }), 'look-up');
      await submit();
    },
  };
}

/** Makes a database with a history. When its service stops, PostgreSQL writes a checkpoint, and is idle after the next start. */
async function makeDatabase(dataDirectory: string, count: number): Promise<void> {
  const name = `${count.toLocaleString('en-US')} activities`;
  await using service = await startService({ MINTMARK_DATA_DIR: dataDirectory });
  const root = await readRootActor(dataDirectory);
  const connection = new Connection(service.port);
  const exchange = await connection.send(await newTag(root, 'Original'));
  connection.close();
  requireSuccess([exchange]);
  const pool = await connectToDatabase(dataDirectory, 1);
  const place = { organizationId: root.organizationId, activityId: activityIdOf(exchange.body) };
  await writeHistory(pool, place, count, (step) => report(`${name}: ${step}`));
  await pool.end();
}

const activityIdOf = (body: string): string => JSON.parse(body).activity.id;
