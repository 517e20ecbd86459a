import { defineConfig } from 'vitest/config';

// Far beyond what any test takes on a busy machine: it ends a hang, it does not measure.
const patience = 10 * 60 * 1000;

export default defineConfig({
  test: {
    testTimeout: patience,
    hookTimeout: patience,
    slowTestThreshold: patience,
    expect: { poll: { timeout: patience } },
  },
});
