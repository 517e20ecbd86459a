import { readdir, readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { parse } from 'yaml';

/** How far a release moves the version, smallest first. */
export const bumps = ['none', 'patch', 'minor', 'major'] as const;
export type Bump = (typeof bumps)[number];

/** The pending changes of the packages that share one version. */
export interface Pending {
  readonly bump: Bump;
  readonly files: readonly string[];
}

/** Whether a release of size `bump` is large enough for a change that needs `needed`. */
export function covers(bump: Bump, needed: Bump): boolean {
  return bumps.indexOf(bump) >= bumps.indexOf(needed);
}

/** Reads the pending changesets of the packages that are released together: the `fixed` groups of the configuration. */
export async function readPending(directory: string): Promise<Pending> {
  const { fixed } = JSON.parse(await readFile(join(directory, 'config.json'), 'utf8')) as { fixed: string[][] };
  const isReleased = (name: string) => fixed.flat().some((pattern) => matchesGlob(name, pattern));
  const files: string[] = [];
  let largest: Bump = 'none';
  for (const file of (await readdir(directory)).toSorted()) {
    if (!file.endsWith('.md') || file === 'README.md') continue;
    const releases = Object.entries(parseReleases(file, await readFile(join(directory, file), 'utf8')));
    const own = releases.filter(([name, bump]) => isReleased(name) && bump !== 'none').map(([, bump]) => bump);
    if (own.length > 0) files.push(file);
    for (const bump of own) if (!covers(largest, bump)) largest = bump;
  }
  return { bump: largest, files };
}

function parseReleases(file: string, text: string): Record<string, Bump> {
  const [, frontMatter] = /^---\r?\n([\s\S]*?)\r?\n?---\s*(?:\n|$)/.exec(text) ?? [];
  if (frontMatter === undefined) throw new Error(`The changeset ${file} does not begin with "---" and its packages.`);
  const releases = (parse(frontMatter) ?? {}) as Record<string, Bump>;
  for (const [name, bump] of Object.entries(releases)) {
    if (!bumps.includes(bump))
      throw new Error(`The changeset ${file} asks for "${bump}" of ${name}: use ${bumps.join(', ')}.`);
  }
  if (text.trimEnd().endsWith('---'))
    throw new Error(`The changeset ${file} says nothing: write what changes for users of the packages.`);
  return releases;
}
