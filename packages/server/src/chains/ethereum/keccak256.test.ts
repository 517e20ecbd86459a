import { keccak_256 } from '@noble/hashes/sha3.js';
import { expect, test } from 'vitest';
import { keccak256 } from './keccak256.ts';

test('default: agrees with another implementation around the length of a block', () => {
  for (const length of [0, 1, 31, 32, 135, 136, 137, 271, 272, 1000]) {
    const message = Uint8Array.from({ length }, (_, index) => index);
    expect(keccak256(message)).toEqual(keccak_256(message));
  }
});
