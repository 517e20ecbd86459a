import { glob, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { root } from '../command.ts';

/** The source files of all packages, as path and text. */
export async function readSources(): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for await (const file of glob('packages/*/src/**/*.{js,ts,tsx}', { cwd: root }))
    sources.set(file.replaceAll(sep, '/'), await readFile(join(root, file), 'utf8'));
  return sources;
}
