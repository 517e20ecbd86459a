import { z } from 'zod';
import { component } from '../../component.ts';
import { OperatorKey } from './operator-key.ts';
import { OrganizationFeature } from './organization-feature.ts';
import { RootQuorum } from './root-quorum.ts';
import { StorageUse } from './storage-use.ts';

export const OrganizationConfigs = component(
  'OrganizationConfigs',
  'How an organization is set up.',
  z.object({
    features: z.array(OrganizationFeature).describe('The features that it has.').optional(),
    quorum: RootQuorum.optional(),
    storage: StorageUse.optional(),
    operatorKeys: z
      .array(OperatorKey)
      .describe(
        'The keys that the operator of the service added to root users, newest first, those that were deleted included; absent if there are none.',
      )
      .optional(),
  }),
);
