import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

export default mergeConfig(shared, { test: { globalSetup: ['test/global-setup.ts'] } });
