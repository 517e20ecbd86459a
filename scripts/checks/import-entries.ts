// Imports the entry points that its arguments name, and sends the result of each. It is copied into a consumer, because
// Node resolves a name from the file that imports it.
import { access } from 'node:fs/promises';

export interface ImportResult {
  readonly name: string;
  readonly problem: string | undefined;
}

for (const name of process.argv.slice(2)) {
  const result: ImportResult = { name, problem: await importProblem(name) };
  // What is not sent yet would be lost when the channel is closed.
  await new Promise((resolve) => process.send?.(result, resolve));
}
process.disconnect?.();

async function importProblem(name: string): Promise<string | undefined> {
  try {
    const url = new URL(import.meta.resolve(name));
    if (url.pathname.endsWith('.json')) await import(name, { with: { type: 'json' } });
    else if (/\.[cm]?[jt]s$/.test(url.pathname)) await import(name);
    else await access(url);
    return undefined;
  } catch (error) {
    return String(error).split('\n')[0];
  }
}
