import { z } from 'zod';

/** The value of a header. */
export const headerValue = z
  .string()
  .regex(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/, { error: 'must be the value of a header, in ASCII' });
