import { z } from 'zod';
import { component } from '../../component.ts';
import { id, text } from '../../vocabulary.ts';

export const CredentialType = component(
  'CredentialType',
  'The kind of credential that a public key belongs to.',
  z.enum([
    'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
    'CREDENTIAL_TYPE_API_KEY_P256',
    'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256',
    'CREDENTIAL_TYPE_API_KEY_SECP256K1',
    'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256',
    'CREDENTIAL_TYPE_API_KEY_ED25519',
    'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256',
    'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
    'CREDENTIAL_TYPE_OAUTH_KEY_P256',
    'CREDENTIAL_TYPE_LOGIN',
  ]),
);

export const Credential = component(
  'Credential',
  'The public part of a credential that a user signs with.',
  z.object({
    publicKey: text('Public key: hex for API and session keys, a base64url COSE key for passkeys.'),
    type: CredentialType,
    sessionProfileId: id('Session profile of a login session; absent for every other credential.').optional(),
  }),
);
