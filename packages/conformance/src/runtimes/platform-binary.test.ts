import { afterEach, expect, test, vi } from 'vitest';
import { platformFinder } from './platform-binary.ts';

const binaries = {
  'linux-x64': 'esbuild',
  'linux-arm64': 'esbuild',
  'darwin-x64': 'no-such-package-for-tests',
  'darwin-arm64': 'esbuild',
  path: 'bin/esbuild',
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('default', () => {
  expect(platformFinder('Esbuild', binaries, 'linux-x64')('a suite')).toMatch(/\/esbuild\/bin\/esbuild$/);
});

test.each(['win32-x64', 'path', 'darwin-x64'])('behavior: none for %s, and says what is not run', (platform) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubEnv('CI', undefined);
  expect(platformFinder('Esbuild', binaries, platform)('a suite')).toBeUndefined();
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^not run: a suite \(needs Esbuild\): /)]]);
});

test('error: none in CI', () => {
  vi.stubEnv('CI', 'true');
  expect(() => platformFinder('Esbuild', binaries, 'darwin-x64')('a suite')).toThrow(/^a suite needs Esbuild/);
});
