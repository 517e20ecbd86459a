import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  needsSignIn: true,
  after: ['createOauthProviders'],
  input: (_, made) => ({ userId: made?.input.userId }),
  shows: (_, __, made) => ({
    oauthProviders: made?.input.oauthProviders.map(({ providerName }: { providerName: string }, index: number) => ({
      providerId: made.output.providerIds[index],
      subject: providerName,
    })),
  }),
  refusals: unknown('userId'),
} satisfies Story;
