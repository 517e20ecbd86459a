import { z } from 'zod';
import { authorization } from './authorization.ts';
import { type ReadSecret, secret } from './secret.ts';

/** How the service sends text messages. */
export const buildSms = (readSecret: ReadSecret) =>
  z
    .strictObject({
      gatewayUrl: secret(readSecret, gatewayUrl).describe(
        'The HTTP gateway for text messages. It receives { to, text, idempotencyKey } as JSON.',
      ),
      authorization: authorization(readSecret).optional(),
    })
    .describe('How the service sends text messages.');

const gatewayUrl = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.hash === '';
  },
  { error: 'must be an http:// or https:// URL' },
);
