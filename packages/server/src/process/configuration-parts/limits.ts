import { z } from 'zod';

/** How much organizations may use. The defaults fit a product with end users who sign up by themselves. */
export const buildLimits = () =>
  z
    .strictObject({
      signUpAccounts: z
        .int()
        .min(0)
        .max(1_000)
        .default(10)
        .describe('How many wallet accounts an anonymous sign-up may ask for.'),
      messagesPerHour: z
        .int()
        .min(1)
        .default(5_000)
        .describe(
          'How many mails and text messages a top-level organization with its sub-organizations may send in an hour.',
        ),
    })
    .describe('How much organizations may use.');

export type Limits = z.output<ReturnType<typeof buildLimits>>;

export const usualLimits: Limits = buildLimits().parse({});
