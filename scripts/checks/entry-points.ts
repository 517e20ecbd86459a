import { extname } from 'node:path';

/** A value of `exports`: a path, null, or paths by condition or in order of preference. */
type Target = string | null | readonly Target[] | { readonly [condition: string]: Target };

export type Exports = Readonly<Record<string, Target>>;

/** An import name of a package, and the extension of its file. */
export interface EntryPoint {
  readonly name: string;
  readonly extension: string;
}

/** Every entry point of a package with these files. A pattern stands for all files that match one of its targets. */
export function entryPoints(packageName: string, exports: Exports, files: readonly string[]): EntryPoint[] {
  const closed = Object.keys(exports).filter((key) => exports[key] === null);
  const extensions = new Map<string, string>();
  for (const [key, target] of Object.entries(exports)) {
    const paths = pathsOf(target);
    const parts = key.includes('*') ? paths.flatMap((path) => fitting(path, files)) : [''];
    for (const part of parts) {
      const subpath = key.replace('*', () => part);
      if (closed.some((pattern) => fitting(pattern, [subpath]).length > 0)) continue;
      extensions.set(packageName + subpath.slice(1), extname(paths.at(-1) ?? ''));
    }
  }
  return [...extensions].map(([name, extension]) => ({ name, extension }));
}

function pathsOf(target: Target): string[] {
  return typeof target === 'string' ? [target] : Object.values(target ?? {}).flatMap(pathsOf);
}

/** The text that the star matches in each path that fits the pattern. It may contain slashes. */
function fitting(pattern: string, paths: readonly string[]): string[] {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return paths.filter((path) => path === pattern);
  return paths
    .filter((path) => path.length > start.length + end.length && path.startsWith(start) && path.endsWith(end))
    .map((path) => path.slice(start.length, path.length - end.length));
}
