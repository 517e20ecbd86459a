import listOauth2Credentials from '@mintmark/schema/operations/credentials/list-oauth2-credentials';
import { answer } from '../../core/handlers/implement.ts';
import { oauth2CredentialRecord, readOauth2Credentials } from '../../identity/credentials/oauth2-credentials.ts';

export default answer(listOauth2Credentials, async (context) => ({
  oauth2Credentials: (await readOauth2Credentials(context)).map(oauth2CredentialRecord),
}));
