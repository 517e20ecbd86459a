import { relativeImports } from './relative-imports.ts';

/**
 * Finds pairs of folders in `root` that import from each other, given source files as path and text. Neither folder of such a pair
 * can be understood without the other. Tests do not count.
 */
export function mutualImports(root: string, sources: ReadonlyMap<string, string>): string[] {
  const folderOf = (path: string) =>
    path.startsWith(`${root}/`) ? /^([^/]+)\//.exec(path.slice(root.length + 1))?.[1] : undefined;
  const pairs = new Set<string>();
  for (const [path, text] of sources) {
    const from = folderOf(path);
    if (from === undefined || /\.test(-d)?\.ts$/.test(path)) continue;
    for (const imported of relativeImports(path, text)) {
      const to = folderOf(imported);
      if (to !== undefined && to !== from) pairs.add(`${from} ${to}`);
    }
  }
  return [...pairs]
    .map((pair) => pair.split(' '))
    .filter(([from = '', to = '']) => from < to && pairs.has(`${to} ${from}`))
    .map((pair) => pair.join(' <-> '))
    .toSorted();
}
