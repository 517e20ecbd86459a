import { CredentialType } from '@mintmark/schema/fields/credentials/credential';
import type { ApiKeyRow } from '../../identity/credentials/api-key-record.ts';
import type { AuthenticatorRow } from '../../identity/credentials/authenticator-record.ts';
import type { UserRow } from '../../identity/users/user-record.ts';
import type { Struct } from '../language/value.ts';
import { publicKey, uuid, wordOf } from './forms.ts';
import { field, listOf, structOf, text, textOf } from './types.ts';

export const approvers = field(
  listOf(
    structOf('User', {
      id: field(textOf(uuid), 'The ID of the user.'),
      tags: field(listOf(textOf(uuid)), 'The IDs of the tags of the user.'),
      email: field(text, 'The e-mail address of the user. Missing if the user has none.'),
      alias: field(text, 'The name of the user.'),
    }),
  ),
  'The users who approved the activity, in no particular order.',
);

export const credentials = field(
  listOf(
    structOf('Credential', {
      id: field(textOf(uuid), 'The ID of the API key or passkey.'),
      user_id: field(textOf(uuid), 'The ID of the user who has it.'),
      type: field(textOf(wordOf('a credential type', CredentialType.options)), 'What kind of credential it is.'),
      credential_id: field(text, 'The ID that WebAuthn gave to a passkey, in base64url. Missing for an API key.'),
      public_key: field(
        textOf(publicKey),
        'The public key: hex for an API key, a COSE key in base64url for a passkey.',
      ),
    }),
  ),
  'The API keys and passkeys that stamped the approvals.',
);

/** A user who approved, as policies see it. */
export const approver = ({ id, name, email, tags }: Pick<UserRow, 'id' | 'name' | 'email' | 'tags'>): Struct => ({
  id,
  tags: tags.map(({ tagId }) => tagId),
  email: email ?? undefined,
  alias: name,
});

type CredentialRow =
  | Pick<ApiKeyRow, 'id' | 'type' | 'publicKey'>
  | Pick<AuthenticatorRow, 'id' | 'credentialId' | 'publicKey'>;

/** A credential that stamped an approval, as policies see it. */
export const credential = (userId: string, row: CredentialRow): Struct => ({
  id: row.id,
  user_id: userId,
  public_key: row.publicKey,
  ...('type' in row
    ? { type: row.type }
    : { type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR', credential_id: row.credentialId }),
});
