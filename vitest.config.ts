import { defineConfig } from 'vitest/config';

// Far beyond what any test takes on a busy machine: it ends a hang, it does not measure.
const patience = 10 * 60 * 1000;

// turbo sets this variable, and always runs all tests of a package: `npm run slowest` reads the report.
const isComplete = process.env['TURBO_HASH'] !== undefined;

export default defineConfig({
  test: {
    testTimeout: patience,
    hookTimeout: patience,
    slowTestThreshold: patience,
    expect: { poll: { timeout: patience } },
    ...(isComplete && { reporters: ['default', ['json', { outputFile: 'node_modules/.cache/tests.json' }]] }),
  },
});
