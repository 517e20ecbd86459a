import { z } from 'zod';
import { type ReadSecret, secret } from './secret.ts';

/** How the service calls the outside. */
export const buildOutbound = (readSecret: ReadSecret) =>
  z
    .strictObject({
      proxyUrl: secret(readSecret, proxyUrl)
        .describe('The proxy for all outbound calls: http://… or https://…, with credentials if it needs them.')
        .optional(),
    })
    .describe('How the service makes outbound calls.');

const proxyUrl = z.string().refine(
  (text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && `${url.pathname}${url.search}${url.hash}` === '/';
  },
  { error: 'must be http:// or https:// with a host, and without a path' },
);
