import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { notRun } from '@mintmark/testing/not-run';
import type { Runtime } from './runtime.ts';

const require = createRequire(import.meta.url);

/** For each platform that is supported, the package with the executable, and its path in there. */
export type PlatformBinaries = {
  readonly [platform in 'linux-x64' | 'linux-arm64' | 'darwin-x64' | 'darwin-arm64']: string;
} & { readonly path: string };

/** How the executable of a runtime is found; without one, a printed line says what is not run, or in CI an error. */
export function platformFinder(runtime: string, binaries: PlatformBinaries, platform?: string): Runtime['find'] {
  return (what) =>
    findPlatformBinary(binaries, platform) ?? notRun(what, runtime, 'its package is not installed for this platform');
}

/** The executable of this platform, if its package is installed. */
function findPlatformBinary(
  binaries: PlatformBinaries,
  platform = `${process.platform}-${process.arch}`,
): string | undefined {
  const name = Object.hasOwn(binaries, platform) && binaries[platform as keyof PlatformBinaries];
  if (!name) return undefined;
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), binaries.path);
  } catch {
    return undefined;
  }
}
