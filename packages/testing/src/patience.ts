/**
 * The time limit in milliseconds for tests that start many processes or try thousands of inputs. It only ends a hang, so it is many
 * times what they take when other work keeps the machine busy.
 */
export const patience: number = 30 * 60 * 1000;

/** Settings of Vitest that give all tests of a project this limit. */
export const patient = {
  testTimeout: patience,
  hookTimeout: patience,
  expect: { poll: { timeout: patience } },
};

/** Options of a client in tests that are not about failures: under load, the service may refuse a request for a moment. */
export const patientClient = { timeout: 4 * 60 * 1000, retries: 20 };
