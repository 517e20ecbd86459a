import { z } from 'zod';
import { headerValue } from './header-value.ts';
import { type ReadSecret, secret } from './secret.ts';

/** How the service sends text messages. */
export const buildSms = (readSecret: ReadSecret) =>
  z
    .strictObject({
      gatewayUrl: secret(readSecret, gatewayUrl).describe(
        'The HTTP gateway for text messages. It gets { to, text, idempotencyKey } as JSON.',
      ),
      authorization: secret(readSecret, headerValue)
        .describe('The value of the header Authorization, for example "Bearer …".')
        .optional(),
    })
    .describe('How the service sends text messages.');

const gatewayUrl = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.hash === '';
  },
  { error: 'must be an http:// or https:// URL' },
);
