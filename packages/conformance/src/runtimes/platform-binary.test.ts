import { expect, test } from 'vitest';
import { findPlatformBinary } from './platform-binary.ts';

const binaries = {
  'linux-x64': 'esbuild',
  'linux-arm64': 'esbuild',
  'darwin-x64': 'no-such-package-for-tests',
  'darwin-arm64': 'esbuild',
  path: 'bin/esbuild',
};

test('default', () => {
  expect(findPlatformBinary(binaries, 'linux-x64')).toMatch(/\/esbuild\/bin\/esbuild$/);
});

test.each(['win32-x64', 'path', 'darwin-x64'])('behavior: none for %s', (platform) => {
  expect(findPlatformBinary(binaries, platform)).toBeUndefined();
});
