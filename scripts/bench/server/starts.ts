import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { programOf } from '../../load/program-of.ts';
import { startService, temporaryDirectory } from '../../load/service-process.ts';
import { median } from '../race.ts';

const rounds = 9;
const twoWorkers = { MINTMARK_WORKERS: '2' };

/** Measures a clone once, in milliseconds. */
type Measure = (checkout: string | undefined) => Promise<number>;

/** Compares how long the service of this clone and of another one take to start, in turns. */
export async function compareStarts(checkout: string): Promise<void> {
  await using kept = new AsyncDisposableStack();
  const directories = new Map<string | undefined, string>();
  for (const clone of [checkout, undefined]) directories.set(clone, kept.use(await temporaryDirectory()).path);
  const laterStart: Measure = (clone) => startIn(directories.get(clone) ?? '', clone);
  // The first one in each directory.
  for (const clone of [checkout, undefined]) await laterStart(clone);
  console.log('start beside that of another clone       ratio  after ms before ms');
  await compare('first start, two workers', checkout, firstStart);
  await compare('later start, two workers', checkout, laterStart);
  await compare('mintmark --help, CPU', checkout, cpuOfHelp);
}

async function compare(title: string, checkout: string, measure: Measure): Promise<void> {
  const times: [before: number, after: number][] = [];
  for (let round = 0; round < rounds; round++) times.push([await measure(checkout), await measure(undefined)]);
  const [before, after] = [median(times.map(([one]) => one)), median(times.map(([, two]) => two))];
  const ratio = median(times.map(([one, two]) => two / one));
  console.log(
    `  ${title.padEnd(37)}${ratio.toFixed(3).padStart(7)}${after.toFixed(0).padStart(10)}${before.toFixed(0).padStart(10)}`,
  );
}

const firstStart: Measure = async (checkout) => {
  await using directory = await temporaryDirectory();
  return await startIn(directory.path, checkout);
};

/** How long a start takes until it listens. */
async function startIn(directory: string, checkout: string | undefined): Promise<number> {
  const env = { MINTMARK_DATA_DIR: directory, ...twoWorkers };
  await using service = await startService(env, checkout === undefined ? {} : { checkout });
  return service.startMs;
}

/** Preloaded: prints the CPU time of a process, in microseconds. */
const printCpu = `data:text/javascript,process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(String(user + system));
})`;

const cpuOfHelp: Measure = async (checkout) => {
  const args = ['--import', printCpu, await programOf(checkout), '--help'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [microseconds] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return Number(microseconds) / 1_000;
};
