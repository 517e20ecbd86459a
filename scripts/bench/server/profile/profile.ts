import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cpuTime } from '@mintmark/testing/cpu-time';
import { root as ownRoot } from '../../../command.ts';
import { table } from '../../../load/figures.ts';
import { programOf } from '../../../load/program-of.ts';
import { startProgram, temporaryDirectory } from '../../../load/service-process.ts';
import { readRootActor } from '../../../load/stamped-requests.ts';
import { readNames } from '../read-names.ts';
import { type CpuProfile, type FunctionTime, readProfile, type Span, type Spent } from './profile-shares.ts';
import { SourcePlaces } from './source-places.ts';
import { prepareWorkload, type WorkloadName, workloadNames } from './workload.ts';

const warmUpMs = 6_000;
const measuredMs = 6_000;
const intervalMicroseconds = 200;
const listed = { bySelf: 30, byInclusive: 20, others: 12 };

/** Prints where the first thread of a service with one process spends its time. With BEFORE, also that of another clone. */
export async function benchProfile(): Promise<void> {
  const names = readNames('PROFILE', workloadNames, ['whoami', 'sign16']);
  const before = process.env['BEFORE'];
  for (const name of names) for (const checkout of [undefined, before || []].flat()) await profileClone(name, checkout);
}

async function profileClone(name: WorkloadName, checkout: string | undefined): Promise<void> {
  await using directory = await temporaryDirectory();
  await using profiles = await temporaryDirectory();
  const { span, count, cpuMs } = await run(name, checkout, directory.path, profiles.path);
  const places = new SourcePlaces(checkout ?? ownRoot);
  const threads = (await readProfiles(profiles.path)).map((profile) =>
    readProfile(profile, span, (position) => places.find(position)),
  );
  const [first, ...others] = threads as [Spent, ...Spent[]];
  const share = (first.busy / (span.end - span.start)) * 100;
  console.log(`profile of ${name}; ${checkout ?? 'this clone'}, 1 process; ${count} requests`);
  console.log(`  first thread busy for ${share.toFixed(0)} % of the time, also while other programs had its core`);
  console.log(`  CPU of the process with all threads: ${((1000 * cpuMs) / count).toFixed(0)} µs a request`);
  const otherThreads = others.reduce((sum, { busy }) => sum + busy, 0);
  for (const rows of profileTables(first, count, otherThreads)) console.log(table(rows));
}

/** Starts a service that writes profiles when it ends, and resolves to the span in which it was measured. */
async function run(name: WorkloadName, checkout: string | undefined, directory: string, profiles: string) {
  const flags = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-interval=${intervalMicroseconds}`];
  await using service = await startProgram([...flags, await programOf(checkout), 'start'], {
    MINTMARK_DATA_DIR: directory,
    MINTMARK_WORKERS: '1',
  });
  await using open = new AsyncDisposableStack();
  const round = await prepareWorkload(open, name, service.port, await readRootActor(directory));
  const repeat = async (ms: number) => {
    let count = 0;
    for (const start = performance.now(); performance.now() - start < ms; ) count += await round();
    return count;
  };
  await repeat(warmUpMs);
  const [start, cpuStart] = [monotonicMicroseconds(), await cpuTime(service.pid)];
  const count = await repeat(measuredMs);
  const span: Span = { start, end: monotonicMicroseconds() };
  return { span, count, cpuMs: (await cpuTime(service.pid)) - cpuStart };
}

/** The clock of the profiles. */
const monotonicMicroseconds = () => Number(process.hrtime.bigint() / 1_000n);

/** The profiles of all threads, the first one of the process first. */
async function readProfiles(directory: string): Promise<CpuProfile[]> {
  // CPU.<date>.<time>.<process>.<thread>.<number>.cpuprofile
  const thread = (name: string) => Number(name.split('.')[4]);
  const names = (await readdir(directory)).toSorted((one, other) => thread(one) - thread(other));
  const read = async (name: string): Promise<CpuProfile> => JSON.parse(await readFile(join(directory, name), 'utf8'));
  return await Promise.all(names.map(read));
}

/** The tables of one profile, each with a heading: shares of the busy time of the thread, and microseconds for each request. */
export function profileTables({ busy, kinds, own, others }: Spent, count: number, otherThreads: number): string[][][] {
  const share = (time: number) => `${((100 * time) / busy).toFixed(1)} %`;
  const each = (time: number) => (time / count).toFixed(1);
  const row = ({ name, place, self, inclusive }: FunctionTime) => [
    `${name}  ${place}`.trim(),
    share(self),
    share(inclusive),
    each(self),
    each(inclusive),
  ];
  const dearest = (functions: readonly FunctionTime[], by: 'self' | 'inclusive', most: number) =>
    functions
      .filter((one) => one[by] > 0)
      .toSorted((one, other) => other[by] - one[by])
      .slice(0, most)
      .map(row);
  const heading = ['self', 'inclusive', 'self µs', 'inclusive µs'];
  return [
    [
      ['busy time', 'share', 'µs a request'],
      ...[...kinds].map(([kind, time]) => [kind, share(time), each(time)]),
      ['all of the first thread', share(busy), each(busy)],
      ['other threads', '', each(otherThreads)],
    ],
    [['our own code, by its own time', ...heading], ...dearest(own, 'self', listed.bySelf)],
    [['our own code, with what it calls', ...heading], ...dearest(own, 'inclusive', listed.byInclusive)],
    [['other code, by its own time', ...heading], ...dearest(others, 'self', listed.others)],
  ];
}
