/**
 * Preloaded into a program: its processes then know a kind of entries of the outbox. Each delivery says by which process it is. The
 * address of the target is in LETTERS_URL.
 */
// First, as in the program itself: schemas that are made before would try to compile code from text.
import '@mintmark/server/core/harden';
import type { Kind } from '@mintmark/server/core/handlers/define-kind';
import { kinds } from '@mintmark/server/operations/kinds';
import { letterKind } from '@mintmark/server/test/letters';

const url = process.env['LETTERS_URL'] ?? '';
(kinds as Kind[]).push(
  letterKind(url, {
    async deliver(_, { idempotencyKey, signal }) {
      const headers = { 'Idempotency-Key': idempotencyKey, Connection: 'close' };
      await fetch(url, { method: 'POST', headers, body: String(process.pid), signal });
    },
  }) as never,
);
