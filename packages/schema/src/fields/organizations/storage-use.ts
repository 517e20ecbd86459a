import { z } from 'zod';
import { component } from '../../component.ts';
import { wholeNumber } from '../../vocabulary.ts';

export const StorageUse = component(
  'StorageUse',
  'How much an organization has stored: its activities with their votes, what the audit recorded of them, and its users, credentials, wallets, keys and policies. Beyond the limit, activities are refused with RESOURCE_LIMIT_EXCEEDED; those that delete or revoke something, export keys or sign in have a small reserve.',
  z.object({
    usedBytes: wholeNumber(
      'The bytes that are used. Those of a top-level organization include its sub-organizations, and may be a few seconds old.',
    ),
    limitBytes: wholeNumber('The bytes that may be used.'),
    leftBytes: wholeNumber('The bytes that are left; 0 if more are used than may be.'),
  }),
);
