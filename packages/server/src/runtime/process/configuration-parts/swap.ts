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
        .describe('The base URL of the swap provider, which serves the paths claimable and claims below it.'),
      authorization: authorization(readSecret).optional(),
    })
    .describe('The provider that pays out swap fees.');

/** The organizations on the top service tier. */
export const buildTopTier = () =>
  z
    .array(z.guid({ error: 'must be the id of an organization' }).transform((id) => id.toLowerCase()))
    .describe('The ids of the top-level organizations on the top service tier, which may set stableFeeBps.');
