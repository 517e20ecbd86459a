import { testSuite } from '../test-suite.ts';

testSuite(new URL('./vectors.ts', import.meta.url));
