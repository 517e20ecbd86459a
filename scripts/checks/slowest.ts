import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FileCost } from '@mintmark/testing/run-reporter';
import { Refusal, root, runCommand } from '../command.ts';

/** The reports that vitest.config.ts writes after a complete run of a package. */
const cache = 'node_modules/.cache';

/** The parts of Vitest's JSON report that are read here. Times are in milliseconds. */
interface Report {
  readonly startTime: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly duration?: number }[];
  }[];
}

interface Timed {
  readonly name: string;
  readonly ms: number;
}

/** The packages and test files that used most CPU time, and the tests that took longest, in the last complete runs of a repository. */
export async function slowest(root: string, count = 10): Promise<string> {
  const packages = (await readdir(join(root, 'packages'))).map((name) => join('packages', name));
  const folders = [...packages, 'scripts'].filter((folder) => existsSync(join(root, folder, cache, 'tests.json')));
  if (folders.length === 0) throw new Refusal('There is no report of a complete run yet: run npm test first.');
  const reports = await Promise.all(
    folders.map(async (folder) => {
      const read = async (name: string) => JSON.parse(await readFile(join(root, folder, cache, name), 'utf8'));
      const { startTime, testResults }: Report = await read('tests.json');
      const costs: readonly FileCost[] = existsSync(join(root, folder, cache, 'cpu.json'))
        ? await read('cpu.json')
        : [];
      const begun = new Date(startTime).toISOString().slice(0, 16).replace('T', ' ');
      return {
        name: `${folder}, run at ${begun} UTC`,
        ms: costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
        files: costs.map(({ name, project, cpuMs }) => ({
          name: [relative(root, name), ...(project ? [`(${project})`] : [])].join(' '),
          ms: cpuMs,
        })),
        tests: testResults.flatMap(({ name, assertionResults }) =>
          assertionResults.map(({ fullName, duration = 0 }) => ({
            name: `${relative(root, name)} > ${fullName}`,
            ms: duration,
          })),
        ),
      };
    }),
  );
  return [
    table('CPU seconds of all test files in each package', reports, reports.length),
    table(
      'The test files that used most CPU seconds',
      reports.flatMap((each) => each.files),
      count,
    ),
    table(
      'The tests that took most seconds',
      reports.flatMap((each) => each.tests),
      count,
    ),
  ].join('\n\n');
}

function table(title: string, rows: readonly Timed[], count: number): string {
  const slowest = rows.toSorted((one, two) => two.ms - one.ms).slice(0, count);
  return [`${title}:`, ...slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(8)}  ${name}`)].join('\n');
}

const help = `Usage: npm run slowest

Prints which packages and test files used most CPU time, and which tests took longest, when npm test last ran them. A result that
npm test took from its cache was measured when it was made.

The CPU time of a test file is that of its process and of the programs that it started. It is read from /proc, so it is only known on
Linux. The PostgreSQL that all files of a run share is not counted, nor Vitest itself, nor a program whose parent was killed. The
seconds of a test include waiting for other processes, so compare runs of a quiet machine.`;

if (import.meta.main) await runCommand(help, () => slowest(root));
