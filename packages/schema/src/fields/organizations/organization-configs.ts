import { z } from 'zod';
import { component } from '../../define/component.ts';
import { OrganizationFeature } from './organization-feature.ts';
import { RootQuorum } from './root-quorum.ts';

export const OrganizationConfigs = component(
  'OrganizationConfigs',
  'How an organization is set up.',
  z.object({
    features: z.array(OrganizationFeature).describe('The features that it has.').optional(),
    quorum: RootQuorum.optional(),
  }),
);
