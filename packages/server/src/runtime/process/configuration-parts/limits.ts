import { z } from 'zod';
import { defaultLimits, type UsageLimits } from '../../../core/ports/usage-limits.ts';

/** Enough for the first activities of an organization. */
const minBytes = 64 * 1024;

const limit = (name: keyof UsageLimits, min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.int().min(min).max(max).default(defaultLimits[name]);

/** How much organizations may use. */
export const buildLimits = () =>
  z
    .strictObject({
      signUpAccounts: limit('signUpAccounts', 0, 1_000).describe(
        'How many wallet accounts an anonymous sign-up may request.',
      ),
      messagesPerHour: limit('messagesPerHour', 1).describe(
        'How many mails and text messages a top-level organization with its sub-organizations may send in an hour.',
      ),
      organizationBytes: limit('organizationBytes', minBytes).describe('How many bytes a sub-organization may store.'),
      signUpBytes: limit('signUpBytes', minBytes).describe(
        'How many bytes a sub-organization created by an anonymous sign-up may store.',
      ),
      tenantBytes: limit('tenantBytes', minBytes).describe(
        'How many bytes a top-level organization may store together with its sub-organizations.',
      ),
      walletAccounts: limit('walletAccounts', 1).describe('How many accounts a wallet may have.'),
      waitingActivities: limit('waitingActivities', 1).describe(
        'How many activities submitted by a user within a day may wait for approvals.',
      ),
    })
    .describe('The limits of organizations.');
