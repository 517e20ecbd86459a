import { z } from 'zod';

/** Enough for the first activities of an organization. */
const leastBytes = 64 * 1024;

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
      organizationBytes: z
        .int()
        .min(leastBytes)
        .default(4 * 1024 ** 3)
        .describe('How many bytes a sub-organization may store.'),
      signUpBytes: z
        .int()
        .min(leastBytes)
        .default(64 * 1024 ** 2)
        .describe('How many bytes a sub-organization may store that an anonymous sign-up made.'),
      tenantBytes: z
        .int()
        .min(leastBytes)
        .default(256 * 1024 ** 3)
        .describe('How many bytes a top-level organization may store together with its sub-organizations.'),
      walletAccounts: z.int().min(1).default(1_000).describe('How many accounts a wallet may have.'),
      waitingActivities: z
        .int()
        .min(1)
        .default(100)
        .describe('How many activities that a user submitted within a day may wait for approvals.'),
    })
    .describe('How much organizations may use.');

export type Limits = z.output<ReturnType<typeof buildLimits>>;

export const usualLimits: Limits = buildLimits().parse({});
