import { type PlatformBinaries, platformFinder } from './platform-binary.ts';
import { scriptRuntime } from './script-runtime.ts';

// The baseline builds run on every x64 processor: the others need AVX2.
const binaries: PlatformBinaries = {
  'linux-x64': '@oven/bun-linux-x64-baseline',
  'linux-arm64': '@oven/bun-linux-aarch64',
  'darwin-x64': '@oven/bun-darwin-x64-baseline',
  'darwin-arm64': '@oven/bun-darwin-aarch64',
  path: 'bin/bun',
};

/** Bun, without its automatic installation of packages. */
export const bun = scriptRuntime('bun', platformFinder('Bun', binaries), (entry) => ({
  args: ['--no-install', entry],
  env: { BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0', DO_NOT_TRACK: '1' },
}));
