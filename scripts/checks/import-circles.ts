import { relativeImports } from './imports-of.ts';

/**
 * Finds circles of relative imports among source files, given as path and text. Each circle is the list of its paths. Type
 * imports count too, because a file in a circle cannot be understood, moved or tested without all of the others.
 */
export function importCircles(sources: ReadonlyMap<string, string>): string[] {
  const circles: string[] = [];
  const visited = new Set<string>();

  function visit(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path);
    if (start >= 0) circles.push([...trail.slice(start), path].join(' -> '));
    if (visited.has(path)) return;
    visited.add(path);
    for (const imported of relativeImports(path, sources.get(path) ?? ''))
      if (sources.has(imported)) visit(imported, [...trail, path]);
  }

  for (const path of sources.keys()) visit(path, []);
  return circles;
}
