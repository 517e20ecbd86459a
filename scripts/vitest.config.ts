import { patient } from '@mintmark/testing/patience';
import { mergeConfig } from 'vitest/config';
import shared from '../vitest.config.ts';

/** Tests that run compilers, package managers, generators or services. */
const programs = ['{checks,generate,languages,release}/**/*.test.ts', 'boot.test.ts'];

export default mergeConfig(shared, {
  test: {
    projects: [
      { extends: true, test: { name: 'programs', include: programs, ...patient } },
      { extends: true, test: { name: 'ordinary', exclude: ['**/node_modules/**', ...programs] } },
    ],
  },
});
