import getOauth2Credential from '@mintmark/schema/operations/credentials/get-oauth2-credential';
import { answer } from '../../core/handlers/implement.ts';
import { oauth2CredentialRecord, requireOauth2Credential } from '../../identity/credentials/oauth2-credentials.ts';

export default answer(getOauth2Credential, async (context, { oauth2CredentialId }) => ({
  oauth2Credential: oauth2CredentialRecord(await requireOauth2Credential(context, oauth2CredentialId)),
}));
