import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** For each platform that is supported, the package with the executable, and its path in there. */
export type PlatformBinaries = {
  readonly [platform in 'linux-x64' | 'linux-arm64' | 'darwin-x64' | 'darwin-arm64']: string;
} & { readonly path: string };

/** The executable of this platform, if its package is installed. */
export function findPlatformBinary(
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
