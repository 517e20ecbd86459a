import createOauth2Credential from '@mintmark/schema/operations/credentials/create-oauth2-credential';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { insertOauth2Credential, openClientSecret } from '../../identity/credentials/oauth2-credentials.ts';

export default implement(createOauth2Credential, {
  async inputs({ organization }) {
    if (organization.parentId !== null)
      throw new ApiError('INVALID_ACTIVITY_CALLER', 'only a parent organization can have OAuth 2.0 clients');
  },
  async prepare({ services }, parameters) {
    await openClientSecret(services, parameters);
  },
  execute: async (context, parameters) => ({ oauth2CredentialId: await insertOauth2Credential(context, parameters) }),
});
