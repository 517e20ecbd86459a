import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { id, organizationId, text } from '../../vocabulary.ts';

export default defineQuery('whoami', {
  tag: 'Organizations',
  summary: 'Who am I',
  description: 'Returns the user that the stamping credential belongs to, and the organization of that user.',
  request: z.strictObject({
    organizationId: organizationId(
      'The organization of the caller. A passkey user who does not know the sub-organization may send the ID of its parent; the ID of the sub-organization is faster.',
    ),
  }),
  response: z.object({
    organizationId: organizationId('The organization of the caller.'),
    organizationName: text('Its name.'),
    userId: id('The caller.'),
    username: text('The name of the caller.'),
  }),
  example: {
    request: { organizationId: example.organizationId },
    response: {
      organizationId: example.organizationId,
      organizationName: example.organizationName,
      userId: example.userId,
      username: example.userName,
    },
  },
});
