import { z } from 'zod';
import { component } from '../../component.ts';
import { text } from '../../vocabulary.ts';

export const ActivityValue = component(
  'ActivityValue',
  'A value of an activity, as policies see it.',
  z.object({
    name: text('Name of the value in policies.').meta({ examples: ['eth.tx.to'] }),
    value: text('The value, in the syntax of the policy language.').meta({
      examples: ["'0x9858effd232b4033e47d90003d41ec34ecaeda94'"],
    }),
    index: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .meta({
        description:
          'Zero-based index of the transaction, call or payload of the activity that the value belongs to. Absent if there is only one.',
        examples: [0],
      })
      .optional(),
  }),
);
