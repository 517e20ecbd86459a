import { z } from 'zod';

/** An asset. */
export const caip19 = z
  .string()
  .regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/, {
    error: 'must be a CAIP-19 identifier, such as eip155:1/slip44:60',
  })
  .describe('The asset as a CAIP-19 identifier.');
