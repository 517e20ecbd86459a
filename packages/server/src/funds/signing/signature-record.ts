import type { Signature } from '@mintmark/chains';
import type { PayloadSignature } from '@mintmark/schema/fields/signing/signature';
import type { z } from 'zod';

/** A signature, as answers show it. */
export function signatureRecord({ bytes, parity }: Signature): z.output<typeof PayloadSignature> {
  const digits = Buffer.from(bytes).toString('hex');
  return { r: digits.slice(0, 64), s: digits.slice(64), v: `0${parity}` };
}
