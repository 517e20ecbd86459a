import updateOauth2Credential from '@mintmark/schema/operations/credentials/update-oauth2-credential';
import { implement } from '../../core/handlers/implement.ts';
import {
  changeOauth2Credential,
  openClientSecret,
  requireOauth2Credential,
} from '../../identity/credentials/oauth2-credentials.ts';

export default implement(updateOauth2Credential, {
  async inputs(context, { oauth2CredentialId }) {
    await requireOauth2Credential(context, oauth2CredentialId);
  },
  async prepare({ services }, parameters) {
    await openClientSecret(services, parameters);
  },
  async execute(context, { oauth2CredentialId, ...client }) {
    const row = await requireOauth2Credential(context, oauth2CredentialId);
    await changeOauth2Credential(context, row, client);
    return { oauth2CredentialId: row.id };
  },
});
