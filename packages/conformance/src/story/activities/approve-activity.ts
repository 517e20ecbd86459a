import type { Story } from '../story.ts';
import { tooLate, vote, voteRefusals } from '../vote.ts';

export default {
  ...vote,
  refusals: { ...voteRefusals, ACTIVITY_NOT_OPEN: tooLate(1) },
} satisfies Story;
