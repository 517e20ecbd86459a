import { z } from 'zod';
import { component } from '../../define/component.ts';
import { evmHash, text } from '../../vocabulary.ts';

export const EarnRequestStatus = component(
  'EarnRequestStatus',
  'PENDING until the transaction is in a block, then COMPLETED, or FAILED if it was reverted or cannot be included. A chain may drop blocks, and then COMPLETED becomes PENDING again.',
  z.enum(['PENDING', 'COMPLETED', 'FAILED']),
);

export const requestError = () => text('Why it failed, for people.').optional();

export const requestHash = (description: string) => evmHash(description).optional();
