import { defineConfig } from 'vitest/config';

// Many times what an ordinary test takes on a busy machine. Tests that need more have `patience` of @mintmark/testing.
const limit = 60 * 1000;

// turbo sets this variable, and always runs all tests of a package: `npm run slowest` reads the report.
const isComplete = process.env['TURBO_HASH'] !== undefined;

export default defineConfig({
  test: {
    testTimeout: limit,
    hookTimeout: limit,
    slowTestThreshold: limit,
    expect: { poll: { timeout: limit } },
    ...(isComplete && { reporters: ['default', ['json', { outputFile: 'node_modules/.cache/tests.json' }]] }),
  },
});
