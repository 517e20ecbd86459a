import { z } from 'zod';
import { component } from '../../component.ts';
import { evmHash, text } from '../../vocabulary.ts';

export const EarnRequestStatus = component(
  'EarnRequestStatus',
  'PENDING until the transaction is in a block, then COMPLETED, or FAILED if it reverted in a final block or can no longer be included. PENDING with an error: no node accepted the transaction, but it may still be included. A chain reorganization can turn COMPLETED back into PENDING.',
  z.enum(['PENDING', 'COMPLETED', 'FAILED']),
);

export const requestError = () =>
  text('Human-readable reason why the transaction failed, or why no node accepted it.').optional();

export const requestHash = (description: string) => evmHash(description).optional();
