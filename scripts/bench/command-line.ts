import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packPackages } from '../checks/check-packages.ts';
import { installTarball } from '../checks/install-tarball.ts';
import { root } from '../command.ts';
import { programOf } from '../load/program-of.ts';
import { startService, temporaryDirectory } from '../load/service-process.ts';
import { median } from './race.ts';

const run = promisify(execFile);
const rounds = 15;

/** Compares `mintmark call whoami`, from the start of the process to its answer, with curl that sends the same request. */
export async function benchCommandLine(): Promise<void> {
  await using directory = await temporaryDirectory();
  const env = { ...process.env, MINTMARK_DATA_DIR: directory.path };
  const installed = await install(directory.path);
  await using _service = await startService({ MINTMARK_DATA_DIR: directory.path });
  const { stdout: curl } = await run(process.execPath, [installed, 'call', 'whoami', '--curl'], { env });
  const script = join(directory.path, 'whoami.sh');
  await writeFile(script, curl);
  const contenders = {
    'curl with a stamp that was made before': ['sh', script],
    'Node that does nothing': [process.execPath, '-e', '0'],
    'mintmark call whoami, as installed': [process.execPath, installed, 'call', 'whoami'],
    'mintmark call whoami, from a clone': [process.execPath, await programOf(), 'call', 'whoami'],
  };
  const times = Object.values(contenders).map((): number[] => []);
  // In turns, because the speed of a busy machine changes from second to second.
  for (let round = 0; round < rounds; round++) {
    for (const [index, [command = '', ...args]] of Object.values(contenders).entries()) {
      const start = performance.now();
      await run(command, args, { env });
      times[index]?.push(performance.now() - start);
    }
  }
  const [reference = 0, ...others] = times.map(median);
  console.log('cold start of the command line             ms   beside curl');
  for (const [index, name] of Object.keys(contenders).entries()) {
    const ms = index === 0 ? reference : (others[index - 1] ?? 0);
    console.log(`${name.padEnd(38)}${ms.toFixed(0).padStart(7)}${(ms / reference).toFixed(1).padStart(14)}`);
  }
}

/** Installs the program as its users do, and returns the path of its command. */
async function install(directory: string): Promise<string> {
  await run(join(root, 'node_modules/.bin/tsc'), ['-b'], { cwd: root });
  await programOf();
  const packing = join(directory, 'packed');
  await mkdir(packing);
  const packed = await packPackages(root, packing);
  const program = packed.get(join(root, 'packages/cli'));
  if (!program) throw new Error('the program is not built');
  const consumer = join(directory, 'consumer');
  const problems = await installTarball(consumer, program, [...packed.values()]);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return join(consumer, 'node_modules/@mintmark/cli/dist/bin.js');
}
