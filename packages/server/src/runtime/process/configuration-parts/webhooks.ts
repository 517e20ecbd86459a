import { z } from 'zod';

/** Where webhook endpoints may be. */
export const buildWebhooks = () =>
  z
    .strictObject({
      allowPrivate: z
        .boolean()
        .describe(
          'Whether webhook endpoints may be at localhost (also without TLS) and at private addresses: only for development, since every organization can then call what this server can reach.',
        )
        .optional(),
    })
    .describe('Where webhook endpoints may be.');
