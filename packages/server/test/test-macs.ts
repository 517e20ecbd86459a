import { createSecretKey, randomBytes } from 'node:crypto';
import { RowMacs } from '../src/authority/row-macs.ts';

/** MACs under a key that nobody else has. */
export const createTestMacs = (): RowMacs => new RowMacs(createSecretKey(randomBytes(32)));
