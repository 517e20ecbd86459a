import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Refusal, root, runCommand } from '../command.ts';

/** The report that vitest.config.ts writes after a complete run of a package. */
const report = 'node_modules/.cache/tests.json';

/** The parts of Vitest's JSON report that are read here. Times are in milliseconds. */
interface Report {
  readonly startTime: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly fullName: string; readonly duration?: number }[];
  }[];
}

interface Timed {
  readonly name: string;
  readonly ms: number;
}

/** The slowest packages, test files and tests of the last complete runs in a repository. */
export async function slowest(root: string, count = 10): Promise<string> {
  const packages = (await readdir(join(root, 'packages'))).map((name) => join('packages', name));
  const folders = [...packages, 'scripts'].filter((folder) => existsSync(join(root, folder, report)));
  if (folders.length === 0) throw new Refusal('There is no report of a complete run yet: run npm test first.');
  const reports = await Promise.all(
    folders.map(async (folder) => {
      const content: Report = JSON.parse(await readFile(join(root, folder, report), 'utf8'));
      const files = content.testResults.map(({ name, startTime, endTime, assertionResults }) => ({
        name: relative(root, name),
        ms: endTime - startTime,
        tests: assertionResults.map(({ fullName, duration = 0 }) => ({
          name: `${relative(root, name)} > ${fullName}`,
          ms: duration,
        })),
      }));
      const begun = new Date(content.startTime).toISOString().slice(0, 16).replace('T', ' ');
      return { name: `${folder}, run at ${begun} UTC`, ms: files.reduce((sum, { ms }) => sum + ms, 0), files };
    }),
  );
  const files = reports.flatMap((each) => each.files);
  const tests = files.flatMap((file) => file.tests);
  return [
    table('Seconds of all test files in each package, which run in parallel', reports, reports.length),
    table('The slowest test files', files, count),
    table('The slowest tests', tests, count),
  ].join('\n\n');
}

function table(title: string, rows: readonly Timed[], count: number): string {
  const slowest = rows.toSorted((one, two) => two.ms - one.ms).slice(0, count);
  return [`${title}:`, ...slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(8)}  ${name}`)].join('\n');
}

const help = `Usage: npm run slowest

Prints which packages, test files and tests took longest when npm test last ran them. A result that npm test took from its
cache was measured when it was made. The times include waiting for other processes, so compare runs of a quiet machine.`;

if (import.meta.main) await runCommand(help, () => slowest(root));
