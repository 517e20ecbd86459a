import { relativeImports } from './imports-of.ts';

/**
 * Finds circles of folders, given source files as path and text: folders of one parent that import from each other, directly or
 * through others. None of them can be understood without the rest. Types count, tests do not.
 */
export function folderCircles(sources: ReadonlyMap<string, string>): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    if (isTest(path)) continue;
    for (const imported of relativeImports(path, text)) {
      const [from, to] = siblings(path, imported);
      if (from !== undefined && to !== undefined) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
    }
  }
  const circles = [...arrows.keys()].map((folder) => wayBack(folder, arrows)).filter((circle) => circle !== undefined);
  // Each folder of a circle finds it.
  const seen = new Set<string>();
  return circles
    .filter((circle) => {
      const key = circle.slice(1).toSorted().join(' ');
      return !seen.has(key) && seen.add(key);
    })
    .map((circle) => circle.join(' -> '));
}

export const isTest = (path: string): boolean => /\.test(-d)?\.tsx?$/.test(path);

/** The folders of the deepest folder that both files are in, if each is in one. */
function siblings(path: string, other: string): [string?, string?] {
  const [one, two] = [path.split('/'), other.split('/')];
  const depth = one.findIndex((part, index) => part !== two[index]);
  return depth < one.length - 1 && depth < two.length - 1
    ? [one.slice(0, depth + 1).join('/'), two.slice(0, depth + 1).join('/')]
    : [];
}

/** The shortest way from a folder back to itself. */
function wayBack(start: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const visited = new Set<string>();
  let ways = [[start]];
  while (ways.length > 0) {
    const next: string[][] = [];
    for (const way of ways)
      for (const folder of arrows.get(way.at(-1) as string) ?? []) {
        if (folder === start) return [...way, folder];
        if (visited.has(folder)) continue;
        visited.add(folder);
        next.push([...way, folder]);
      }
    ways = next;
  }
  return undefined;
}
