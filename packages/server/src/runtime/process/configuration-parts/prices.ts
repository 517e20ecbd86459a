import { z } from 'zod';
import { caip19 } from './caip-19.ts';

/** What assets are worth, for display. */
export const buildPrices = () =>
  z
    .record(
      caip19,
      z
        .string()
        .regex(/^(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,18})?$/, { error: 'must be a decimal number, such as "2500.12"' }),
    )
    .describe('The price of one unit of an asset in US dollars, by its CAIP-19 identifier. For display only.');
