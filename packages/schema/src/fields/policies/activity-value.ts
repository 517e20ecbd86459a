import { z } from 'zod';
import { component } from '../../component.ts';
import { text } from '../../vocabulary.ts';

export const ActivityValue = component(
  'ActivityValue',
  'A value that policies see of an activity.',
  z.object({
    name: text('What policies call it.').meta({ examples: ['eth.tx.to'] }),
    value: text('The value, as the policy language writes it.').meta({
      examples: ["'0x9858effd232b4033e47d90003d41ec34ecaeda94'"],
    }),
    index: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .meta({
        description:
          'To which of several transactions, calls or payloads of the activity the value belongs, from 0. Absent if there is only one.',
        examples: [0],
      })
      .optional(),
  }),
);
