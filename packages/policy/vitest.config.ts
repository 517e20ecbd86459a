import { chromiumProjects } from '@mintmark/testing/chromium-project';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

export default mergeConfig(shared, {
  test: {
    projects: [
      { extends: true, test: { name: 'Node', include: ['src/**/*.test.ts'], isolate: false } },
      ...chromiumProjects(),
    ],
  },
});
