import { z } from 'zod';
import { component } from '../../component.ts';
import { evmHash, text } from '../../vocabulary.ts';

export const EarnRequestStatus = component(
  'EarnRequestStatus',
  'PENDING until the transaction is in a block, then COMPLETED, or FAILED if it was reverted in a final block or cannot be included any more. PENDING with an error: no node took it, but it may still be included. A chain may drop blocks, and then COMPLETED becomes PENDING again.',
  z.enum(['PENDING', 'COMPLETED', 'FAILED']),
);

export const requestError = () => text('Why it failed, or why no node took it, for people.').optional();

export const requestHash = (description: string) => evmHash(description).optional();
