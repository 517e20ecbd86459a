import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { RunReporter } from './packages/testing/src/run-reporter.ts';

// It only ends a hang: an ordinary test takes a second, and many times that on a busy machine. Tests that need more have `patience` of
// @mintmark/testing.
const limit = 5 * 60 * 1000;

// turbo sets this variable, and always runs all tests of a package: `npm run slowest` reads the reports.
const isComplete = process.env['TURBO_HASH'] !== undefined;
const cache = 'node_modules/.cache';

export default defineConfig({
  test: {
    testTimeout: limit,
    hookTimeout: limit,
    slowTestThreshold: limit,
    expect: { poll: { timeout: limit } },
    setupFiles: [fileURLToPath(new URL('packages/testing/src/observe-file.ts', import.meta.url))],
    reporters: isComplete
      ? ['default', ['json', { outputFile: `${cache}/tests.json` }], new RunReporter(`${cache}/cpu.json`)]
      : ['default', new RunReporter()],
  },
});
