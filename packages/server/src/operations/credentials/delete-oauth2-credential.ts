import deleteOauth2Credential from '@mintmark/schema/operations/credentials/delete-oauth2-credential';
import { implement } from '../../core/handlers/implement.ts';
import { requireOauth2Credential } from '../../identity/credentials/oauth2-credentials.ts';
import { oauth2CredentialsTable } from '../../identity/credentials/oauth2-credentials-table.ts';

export default implement(deleteOauth2Credential, async (context, { oauth2CredentialId }) => {
  const row = await requireOauth2Credential(context, oauth2CredentialId);
  await context.writer.remove(oauth2CredentialsTable, [row]);
  return { oauth2CredentialId: row.id };
});
