import { hash } from 'node:crypto';

export const sha256 = (...parts: readonly Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

export const sha256d = (...parts: readonly Uint8Array[]): Buffer => sha256(sha256(...parts));
