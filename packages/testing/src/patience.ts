/** The time limit in milliseconds for tests that start many processes or try thousands of inputs. It only ends a hang. */
export const patience: number = 10 * 60 * 1000;

/** Settings of Vitest that give all tests of a project this limit. */
export const patient = {
  testTimeout: patience,
  hookTimeout: patience,
  expect: { poll: { timeout: patience } },
};
