import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntryPoint } from './entry-points.ts';
import type { ImportResult } from './import-entries.ts';

// Much longer than any import takes on a busy machine: it only ends a hang.
const timeout = 60_000;

/** Entry points that Node cannot import in a consumer's folder, including the files for browsers, if there are any. */
export async function importProblems(
  consumer: string,
  entries: readonly EntryPoint[],
  maps: { readonly exports?: unknown; readonly imports?: unknown },
): Promise<string[]> {
  await copyFile(join(import.meta.dirname, 'import-entries.ts'), join(consumer, 'import-entries.ts'));
  const names = entries.map(({ name }) => name);
  const problems = await failedImports(consumer, names, []);
  if (!/"browser":/.test(JSON.stringify([maps.exports, maps.imports]))) return problems;
  const inBrowsers = await failedImports(consumer, names, ['--conditions=browser']);
  const others = inBrowsers.filter((problem) => !problems.includes(problem));
  return [...problems, ...others.map((problem) => `for browsers, ${problem}`)];
}

async function failedImports(consumer: string, names: string[], execArgv: string[]): Promise<string[]> {
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const;
  const child = fork('import-entries.ts', names, { cwd: consumer, execArgv, stdio: [...stdio], timeout });
  const results: ImportResult[] = [];
  child.on('message', (result) => results.push(result as ImportResult));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  const problems = results.flatMap(({ name, problem }) => (problem ? [`import of ${name}: ${problem}`] : []));
  // Entries are imported one after another, so the first one without a result is the one that ended the process.
  const culprit = names[results.length];
  if (culprit) problems.push(`import of ${culprit}: it ended the process with ${signal ?? code}`);
  else if (code !== 0) problems.push(`after all imports the process ended with ${signal ?? code}`);
  return problems;
}
