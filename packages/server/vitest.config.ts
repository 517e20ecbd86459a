import { existsSync } from 'node:fs';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';
import { debianPostgres } from './test/debian-postgres.ts';

/** What is about processes and the store itself; all else is the same on any PostgreSQL. */
const processes = ['src/{store,process}/**/*.test.ts', 'src/{bin,app}*.test.ts'];
// Without: each file alone would load the whole contract anew.
const service = { include: ['{src,test}/**/*.test.ts'], exclude: processes, isolate: false };
// In CI it has to be there, and its absence is an error that says so.
const hasOwn = existsSync(debianPostgres) || process.env['CI'];

export default mergeConfig(shared, {
  test: {
    projects: [
      { extends: true, test: { name: 'process', include: processes, globalSetup: ['test/global-setup.ts'] } },
      { extends: true, test: { name: 'service', ...service, globalSetup: ['test/global-setup.ts'] } },
      ...(hasOwn
        ? [{ extends: true, test: { name: 'own PostgreSQL', ...service, globalSetup: ['test/global-setup-own.ts'] } }]
        : []),
    ],
  },
});
