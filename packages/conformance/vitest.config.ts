import { patient } from '@mintmark/testing/patience';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

// Nearly all of these tests start browsers, runtimes or services.
export default mergeConfig(shared, { test: patient });
