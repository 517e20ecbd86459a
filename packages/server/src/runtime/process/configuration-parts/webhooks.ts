import { z } from 'zod';

/** Where webhook endpoints may be. */
export const buildWebhooks = () =>
  z
    .strictObject({
      allowPrivate: z
        .boolean()
        .describe(
          'Whether webhook endpoints may be on localhost (even without TLS) and on private addresses. Only for development: every organization can then call anything that this server can reach.',
        )
        .optional(),
    })
    .describe('Which hosts webhook endpoints may be on.');
