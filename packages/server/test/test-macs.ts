import { createSecretKey, randomBytes } from 'node:crypto';
import { RowMacs } from '../src/core/authority/row-macs.ts';

/** MACs with a new random key. */
export const createTestMacs = (): RowMacs => new RowMacs(createSecretKey(randomBytes(32)));
