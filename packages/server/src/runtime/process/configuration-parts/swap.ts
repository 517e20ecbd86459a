import { z } from 'zod';
import { authorization } from './authorization.ts';
import { endpoint } from './endpoint.ts';
import type { ReadSecret } from './secret.ts';

/** Who pays out the fees of swaps. */
export const buildSwap = (readSecret: ReadSecret) =>
  z
    .strictObject({
      providerUrl: endpoint
        .refine((text) => !/[?#]/.test(text), { error: 'must have no query and no fragment' })
        .describe('The swap provider, which has the paths claimable and claims below this URL.'),
      authorization: authorization(readSecret).optional(),
    })
    .describe('Who pays out the fees of swaps.');

/** The organizations on the top service tier. */
export const buildTopTier = () =>
  z
    .array(z.guid({ error: 'must be the id of an organization' }).transform((id) => id.toLowerCase()))
    .describe('The ids of the top-level organizations on the top service tier, which may set stableFeeBps.');
