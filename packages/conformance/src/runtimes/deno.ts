import { join } from 'node:path';
import { type PlatformBinaries, platformFinder } from './platform-binary.ts';
import { scriptRuntime } from './script-runtime.ts';

const binaries: PlatformBinaries = {
  'linux-x64': '@deno/linux-x64-glibc',
  'linux-arm64': '@deno/linux-arm64-glibc',
  'darwin-x64': '@deno/darwin-x64',
  'darwin-arm64': '@deno/darwin-arm64',
  path: 'deno',
};

/** Deno without any permission that the suite does not need, on the packages that pnpm installed. */
export const deno = scriptRuntime('deno', platformFinder('Deno', binaries), (entry, folder, { reach }) => ({
  args: [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-remote',
    '--no-lock',
    '--no-config',
    '--node-modules-dir=manual',
    ...(reach ? [`--allow-net=${reach}`] : []),
    entry,
  ],
  env: { DENO_DIR: join(folder, 'cache'), DENO_NO_UPDATE_CHECK: '1' },
}));
