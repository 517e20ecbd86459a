/**
 * The tests on an external PostgreSQL send it only what a distributed database can run, as if it were one. So all tests run in both
 * ways.
 */
export const testDistribution = { isDistributed: false, checkAfter: async () => {} };

/** For tests about organizations that share one PostgreSQL, also where others pretend that they do not. */
export const onOnePostgres = { distribution: { isDistributed: false, checkAfter: async () => {} } };
