import { z } from 'zod';
import { component } from '../../component.ts';
import { wholeNumber } from '../../vocabulary.ts';

export const StorageUse = component(
  'StorageUse',
  'Storage used by an organization: its activities with their votes and audit records, and its users, credentials, wallets, keys and policies. Beyond the limit, activities are refused with RESOURCE_LIMIT_EXCEEDED; activities that delete or revoke something, export keys or sign in have a small reserve.',
  z.object({
    usedBytes: wholeNumber(
      'Bytes used. For a top-level organization, this includes its sub-organizations and may be a few seconds old.',
    ),
    limitBytes: wholeNumber('The storage limit in bytes.'),
    leftBytes: wholeNumber('Bytes left; 0 if usage exceeds the limit.'),
  }),
);
