import { z } from 'zod';
import { defineKind, type Kind } from '../src/core/handlers/define-kind.ts';
import { DeliveryError } from '../src/delivery/outbox/delivery-error.ts';

const contents = z.object({ text: z.string() });

/** A kind that posts a text to an address. */
export const letterKind = (url: string, more: Partial<Kind<typeof contents>> = {}) =>
  defineKind({
    name: 'letter',
    contents,
    isSecret: false,
    async deliver({ text }, { idempotencyKey, signal }) {
      const headers = { 'Idempotency-Key': idempotencyKey, Connection: 'close' };
      const { ok, status } = await fetch(url, { method: 'POST', headers, body: text, signal });
      if (!ok) throw new DeliveryError('REFUSED', { status, isFinal: status === 410 });
    },
    ...more,
  });
