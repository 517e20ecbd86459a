import { z } from 'zod';
import { readNetwork } from '../../http/trusted-networks.ts';

/** The reverse proxies in front of the service. */
export const buildTrustedProxies = () =>
  z
    .array(
      z.string().refine((text) => readNetwork(text) !== undefined, {
        error: 'must be an IPv4 or IPv6 address, or a network such as 10.0.0.0/8 that is not the whole Internet',
      }),
    )
    .describe(
      'The addresses or networks of the reverse proxies in front of the service, whose Forwarded and X-Forwarded-For headers name the client of a request.',
    );
