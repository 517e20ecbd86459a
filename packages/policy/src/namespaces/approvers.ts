import { credentialTypes } from '../generated/words.ts';
import type { Struct } from '../values/value.ts';
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
      user_id: field(textOf(uuid), 'The ID of the user it belongs to.'),
      type: field(textOf(wordOf('a credential type', credentialTypes)), 'The type of the credential.'),
      credential_id: field(text, 'The ID that WebAuthn gave to a passkey, in base64url. Missing for an API key.'),
      public_key: field(
        textOf(publicKey),
        'The public key: hex for an API key, a COSE key in base64url for a passkey.',
      ),
    }),
  ),
  'The API keys and passkeys that stamped the approvals.',
);

interface Approver {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly tags: readonly { readonly tagId: string }[];
}

/** A user who approved, as policies see it. */
export const approver = ({ id, name, email, tags }: Approver): Struct => ({
  id,
  tags: tags.map(({ tagId }) => tagId),
  email: email ?? undefined,
  alias: name,
});

/** An API key, or a passkey. */
type Credential = { readonly id: string; readonly publicKey: string } & (
  | { readonly type: string }
  | { readonly credentialId: string }
);

/** A credential that stamped an approval, as policies see it. */
export const credential = (userId: string, row: Credential): Struct => ({
  id: row.id,
  user_id: userId,
  public_key: row.publicKey,
  ...('type' in row
    ? { type: row.type }
    : { type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR', credential_id: row.credentialId }),
});
