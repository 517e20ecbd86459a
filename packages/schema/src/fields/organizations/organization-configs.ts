import { z } from 'zod';
import { component } from '../../component.ts';
import { OperatorKey } from './operator-key.ts';
import { OrganizationFeature } from './organization-feature.ts';
import { RootQuorum } from './root-quorum.ts';
import { StorageUse } from './storage-use.ts';

export const OrganizationConfigs = component(
  'OrganizationConfigs',
  'The configuration of an organization.',
  z.object({
    features: z.array(OrganizationFeature).describe('The features of the organization.').optional(),
    quorum: RootQuorum.optional(),
    storage: StorageUse.optional(),
    operatorKeys: z
      .array(OperatorKey)
      .describe(
        'The keys that the operator of the service added to root users, newest first, including deleted ones; absent if there are none.',
      )
      .optional(),
  }),
);
