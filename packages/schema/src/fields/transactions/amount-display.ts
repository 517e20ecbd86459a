import { z } from 'zod';
import { component } from '../../component.ts';
import { text } from '../../vocabulary.ts';

export const AmountDisplay = component(
  'AmountDisplay',
  'A human-readable amount. For display only: never calculate with it.',
  z.object({
    usd: text('The amount in US dollars. Display only.').optional(),
    crypto: text("The amount in the asset's own units, decimals applied. Display only.").optional(),
  }),
);
