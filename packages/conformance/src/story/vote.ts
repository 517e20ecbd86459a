import { saying } from './refusals.ts';
import type { Refusal, Story } from './story.ts';

/** A vote of the second council member on an activity of the first. */
export const vote: Story = {
  after: ['openActivity'],
  by: ({ council: [, second] }) => second,
  input: (_, open) => ({ fingerprint: open?.activity.fingerprint }),
};

/** The errors that both kinds of vote have in common. */
export const voteRefusals = {
  ORGANIZATION_MISMATCH: ({ parent }, { by, input }) => ({ by: parent, input, organizationId: by.organizationId }),
  ACTIVITY_NOT_FOUND: saying(() => ({ fingerprint: `sha256:${'0'.repeat(64)}` })),
} satisfies Record<string, Refusal>;

/** A vote by a council member on an activity that the council has already rejected. */
export const tooLate =
  (member: 0 | 1): Refusal =>
  async ({ council }, call) => {
    await council[1].call('rejectActivity', call.input);
    return { ...call, by: council[member] };
  };
