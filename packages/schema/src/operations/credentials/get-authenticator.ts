import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { Authenticator } from '../../fields/credentials/authenticator.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_authenticator', {
  tag: 'Credentials',
  summary: 'Get an authenticator',
  description: 'Returns one passkey of a user of the organization.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the user of the passkey belongs to.'),
    authenticatorId: id('The passkey.'),
  }),
  response: z.object({ authenticator: Authenticator }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: {
      organizationId: example.organizationId,
      authenticatorId: example.authenticatorRecord.authenticatorId,
    },
    response: { authenticator: example.authenticatorRecord },
  },
});
