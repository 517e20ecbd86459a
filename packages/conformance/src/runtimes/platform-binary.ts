import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { notRun } from '@mintmark/testing/not-run';
import type { Runtime } from './runtime.ts';

const require = createRequire(import.meta.url);

/** For each supported platform, the package with the executable, and the path inside the package. */
export type PlatformBinaries = {
  readonly [platform in 'linux-x64' | 'linux-arm64' | 'darwin-x64' | 'darwin-arm64']: string;
} & { readonly path: string };

/** Finds the executable of a runtime. Without one it prints what is not run, or throws in CI. */
export function platformFinder(runtime: string, binaries: PlatformBinaries, platform?: string): Runtime['find'] {
  return (what) =>
    findPlatformBinary(binaries, platform) ?? notRun(what, runtime, 'its package is not installed for this platform');
}

/** The executable for this platform, if its package is installed. */
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
