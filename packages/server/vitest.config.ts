import { hasDebianPostgres } from '@mintmark/testing/debian-postgres';
import { notRun } from '@mintmark/testing/not-run';
import { patient } from '@mintmark/testing/patience';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

/** Tests of processes, sockets, files, calculations and the store itself. All others run on two versions of PostgreSQL, but for the longest. */
const processes = [
  'src/{adapters,chains,curves,derivation,files}/**/*.test.ts',
  'src/{postgres,process,store,threads,traces,workers}/**/*.test.ts',
  'src/http/!(probes).test.ts',
  'src/policies/{language,namespaces}/*.test.ts',
  'src/keys/tasks/*.test.ts',
  'src/{app,harden}*.test.ts',
  'src/outbox/outbox-crash.test.ts',
];
// Files that share a process load the contract once.
const service = { include: ['{src,test}/**/*.test.ts'], exclude: processes, isolate: false };
/** Tens of thousands of requests that test who may do what and what is refused, or faults of a chain. Others test the statements behind these. */
const longest = ['test/{authorization,bad-inputs,recipes}/*.test.ts', 'src/transactions/{faults,lies}.test.ts'];
const own = {
  ...service,
  name: 'own PostgreSQL',
  exclude: [...processes, ...longest],
  globalSetup: ['test/global-setup-own.ts'],
};

// In CI it has to be there: the run then begins, and fails with what is missing.
const runsOwn =
  process.env['CI'] ||
  hasDebianPostgres() ||
  notRun('the service on an external PostgreSQL', 'Debian’s PostgreSQL', 'apt-get install postgresql', {});

export default mergeConfig(shared, {
  test: {
    // One more than usual: these tests mostly wait for processes that they have started.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'process',
          include: processes,
          globalSetup: ['test/global-setup.ts', 'test/global-setup-process.ts'],
          ...patient,
        },
      },
      { extends: true, test: { name: 'service', ...service, globalSetup: ['test/global-setup.ts'] } },
      ...(runsOwn ? [{ extends: true, test: own }] : []),
    ],
  },
});
