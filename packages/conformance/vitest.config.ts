import { patient } from '@mintmark/testing/patience';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

// Nearly all of these tests start browsers, runtimes or services. Files that share a process load the contract and its checks once.
export default mergeConfig(shared, { test: { ...patient, isolate: false } });
