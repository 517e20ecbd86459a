import type { PayloadSignature } from '@mintmark/schema/fields/signing/signature';
import type { z } from 'zod';
import type { Signature } from '../chains/unsigned-transaction.ts';

/** A signature, as answers show it. */
export function signatureRecord({ bytes, parity }: Signature): z.output<typeof PayloadSignature> {
  const digits = Buffer.from(bytes).toString('hex');
  return { r: digits.slice(0, 64), s: digits.slice(64), v: `0${parity}` };
}
