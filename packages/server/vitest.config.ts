import { hasDebianPostgres } from '@mintmark/testing/debian-postgres';
import { inFull } from '@mintmark/testing/effort';
import { notRun } from '@mintmark/testing/not-run';
import { patient } from '@mintmark/testing/patience';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

/** Tests that touch no PostgreSQL. A file that does not belong here fails: nobody provides a database. */
const pure = [
  'src/delivery/adapters/**/!(attester-command|block-contents).test.ts',
  'src/{storage/cache,storage/files,core/limits,core/spans}/**/*.test.ts',
  'src/custody/{curves,derivation}/!(*-memory).test.ts',
  'src/policies/{evaluation/evaluate-policies,rows/policy-evaluation,sets/compile-policy,values/*}.test.ts',
  'src/runtime/http/!(listen|probes).test.ts',
  'src/runtime/{process,workers}/!(workers).test.ts',
  'src/runtime/traces/!(span-exporter).test.ts',
  'src/runtime/auth/{key-cache,look-up-queue,lost-organizations,read-organization-id,read-stamp}.test.ts',
  'src/core/model/*.test.ts',
  'src/funds/history/{chain-assets,display-amount,transaction-record}.test.ts',
  'src/custody/{keys/{account-keys,account-pieces,door,in-pieces},tasks/sign-messages}.test.ts',
  'src/activities/{commit/{activity-events,commit-queue,group-writes},decision/request-evaluations,dry-run/dry-run-answer,record/vote-evidence}.test.ts',
  'src/custody/secrets/{master-key-file,sealing}.test.ts',
  'src/storage/store/{batched,database-error,statement}.test.ts',
  'src/{delivery/mail/passcode-mail,delivery/webhooks/listeners,delivery/outbox/lanes,funds/earn/vault-yield,identity/organizations/login-methods}.test.ts',
  'src/{readme,funds/signing/read-payload,identity/users/access,funds/wallets/address-formats}.test.ts',
  'test/{found-by-organization,statement-shape,statements}.test.ts',
];
/** Tests of processes, sockets and the store itself. All others run on two versions of PostgreSQL in the full effort, but for the longest. */
const processes = [
  'src/custody/{curves,derivation,threads}/**/*.test.ts',
  'src/delivery/adapters/**/*.test.ts',
  'src/runtime/{process,traces,workers}/**/*.test.ts',
  'src/storage/{postgres,store}/**/*.test.ts',
  'src/runtime/http/!(probes).test.ts',
  'src/custody/tasks/*.test.ts',
  'src/{core/harden,runtime/app*}.test.ts',
  'src/delivery/outbox/outbox-crash.test.ts',
];
const service = { include: ['{src,test}/**/*.test.ts'], exclude: [...pure, ...processes] };
/** Tens of thousands of requests that test who may do what and what is refused, or faults of a chain. Others test the statements behind these. */
const longest = ['test/{authorization,bad-inputs,recipes}/*.test.ts', 'src/funds/transactions/{faults,lies}.test.ts'];
// In CI it has to be there: the run then begins, and fails with what is missing.
const what = 'the service on an external PostgreSQL';
const runsOwn =
  inFull(`most tests of ${what}`) &&
  (process.env['CI'] || hasDebianPostgres() || notRun(what, 'Debian’s PostgreSQL', 'apt-get install postgresql', {}));
// A project without files starts nothing.
const own = {
  ...service,
  name: 'own PostgreSQL',
  include: runsOwn ? service.include : [],
  exclude: [...service.exclude, ...longest],
  globalSetup: ['test/global-setup-own.ts'],
};

export default mergeConfig(shared, {
  test: {
    // One more than usual: these tests mostly wait for processes that they have started.
    maxWorkers: '100%',
    // Files that share a process load the contract once.
    isolate: false,
    setupFiles: ['test/set-up.ts'],
    projects: [
      { extends: true, test: { name: 'pure', include: pure, ...patient } },
      {
        extends: true,
        test: {
          name: 'process',
          include: processes,
          exclude: pure,
          globalSetup: ['test/global-setup.ts', 'test/global-setup-process.ts'],
          ...patient,
        },
      },
      { extends: true, test: { name: 'service', ...service, globalSetup: ['test/global-setup.ts'] } },
      { extends: true, test: own },
    ],
  },
});
