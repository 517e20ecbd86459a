import { saying } from './refusals.ts';
import type { Refusal, Story } from './story.ts';

/** A vote of the second member of the council on what the first submitted. */
export const vote: Story = {
  after: ['openActivity'],
  by: ({ council: [, second] }) => second,
  input: (_, open) => ({ fingerprint: open?.activity.fingerprint }),
};

/** What a vote is refused for, whichever it is. */
export const voteRefusals = {
  ORGANIZATION_MISMATCH: ({ parent }, { by, input }) => ({ by: parent, input, organizationId: by.organizationId }),
  ACTIVITY_NOT_FOUND: saying(() => ({ fingerprint: `sha256:${'0'.repeat(64)}` })),
} satisfies Record<string, Refusal>;

/** A vote by one who may vote, on an activity that its council has rejected. */
export const tooLate =
  (member: 0 | 1): Refusal =>
  async ({ council }, call) => {
    await council[1].call('rejectActivity', call.input);
    return { ...call, by: council[member] };
  };
