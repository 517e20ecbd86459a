/**
 * Preloaded into a program: its processes then know a kind of entries of the outbox. Each delivery says by which process it is. The
 * address of the target is in LETTERS_URL.
 */
// First, as in the program itself: schemas that are made before would try to compile code from text.
import '../../src/harden.ts';
import type { Kind } from '../../src/contract/define-kind.ts';
import { kinds } from '../../src/kinds.ts';
import { letterKind } from '../letters.ts';

const url = process.env['LETTERS_URL'] ?? '';
(kinds as Kind[]).push(
  letterKind(url, {
    async deliver(_, { idempotencyKey, signal }) {
      const headers = { 'Idempotency-Key': idempotencyKey, Connection: 'close' };
      await fetch(url, { method: 'POST', headers, body: String(process.pid), signal });
    },
  }) as never,
);
