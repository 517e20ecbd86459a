import { concatBytes } from '@noble/hashes/utils.js';
import { native } from '#native';

export const { keccak256 } = native;

export const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => native.sha256(concatBytes(...parts));

export const sha256d = (...parts: readonly Uint8Array[]): Uint8Array => sha256(sha256(...parts));
