import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { headerValue } from './header-value.ts';
import { type ReadSecret, secret } from './secret.ts';

/** Who pays out the fees of swaps. */
export const buildSwap = (readSecret: ReadSecret) =>
  z
    .strictObject({
      providerUrl: endpoint
        .refine((text) => !/[?#]/.test(text), { error: 'must have no query and no fragment' })
        .describe('The swap provider, which has the paths claimable and claims below this URL.'),
      authorization: secret(readSecret, headerValue)
        .describe('The value of the header Authorization, for example "Bearer …".')
        .optional(),
    })
    .describe('Who pays out the fees of swaps.');

/** The organizations on the top service tier. */
export const buildTopTier = () =>
  z
    .array(z.guid({ error: 'must be the id of an organization' }).transform((id) => id.toLowerCase()))
    .describe('The ids of the top-level organizations on the top service tier, which may set stableFeeBps.');
