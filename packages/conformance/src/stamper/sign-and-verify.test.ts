import { testSuite } from '../test-suite.ts';

testSuite(new URL('./sign-and-verify.ts', import.meta.url));
