import { z } from 'zod';
import { component } from '../../component.ts';
import { id } from '../../vocabulary.ts';
import { Credential } from '../credentials/credential.ts';
import { Timestamp } from '../timestamp.ts';

export const OperatorKey = component(
  'OperatorKey',
  'An API key that the operator of the service added to a root user. No user of the organization approved it. Once the key is deleted, deletedAt is set.',
  z.object({
    apiKeyId: id('The key.'),
    userId: id('The root user who received the key.'),
    credential: Credential,
    createdAt: Timestamp,
    deletedAt: Timestamp.optional(),
  }),
);
