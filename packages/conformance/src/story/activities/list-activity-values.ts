import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  input: () => {
    throw new Error('list_activity_values: write the input of a successful call');
  },
  refusals: unknown('userId'),
} satisfies Story;
