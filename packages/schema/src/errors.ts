/** The canonical statuses on the wire: the integer in an error body, and its HTTP status. */
const statuses = {
  INVALID_ARGUMENT: { code: 3, httpStatus: 400 },
  FAILED_PRECONDITION: { code: 9, httpStatus: 400 },
  UNAUTHENTICATED: { code: 16, httpStatus: 401 },
  PERMISSION_DENIED: { code: 7, httpStatus: 403 },
  NOT_FOUND: { code: 5, httpStatus: 404 },
  ALREADY_EXISTS: { code: 6, httpStatus: 409 },
  ABORTED: { code: 10, httpStatus: 409 },
  PAYLOAD_TOO_LARGE: { code: 8, httpStatus: 413 },
  RESOURCE_EXHAUSTED: { code: 8, httpStatus: 429 },
  INTERNAL: { code: 13, httpStatus: 500 },
  UNIMPLEMENTED: { code: 12, httpStatus: 501 },
  UNAVAILABLE: { code: 14, httpStatus: 503 },
} as const;

type Status = keyof typeof statuses;
export type HttpErrorStatus = (typeof statuses)[Status]['httpStatus'];

interface Row {
  /** The message of the error, unless the code that raises it gives a more exact one. */
  readonly message: string;
  readonly cause: string;
  readonly fix: string;
  /** The same bytes sent again may succeed. */
  readonly retryable?: true;
}

export interface ErrorEntry extends Omit<Row, 'retryable'> {
  readonly status: Status;
  readonly code: number;
  readonly httpStatus: HttpErrorStatus;
  readonly retryable: boolean;
}

const row = (status: Status, { retryable, ...words }: Row): ErrorEntry => ({
  status,
  ...statuses[status],
  retryable: retryable ?? false,
  ...words,
});

/** The error catalogue of the whole product: the name is the stable `errorCode` of an error body. */
export const errors = {
  REQUEST_INVALID: row('INVALID_ARGUMENT', {
    message: 'request does not fit the contract',
    cause: 'The body is not valid JSON, a field is missing, unknown or malformed, or the type belongs to another path.',
    fix: 'Correct the fields that fieldViolations names and stamp the new body.',
  }),
  INVALID_ORGANIZATION_ID: row('INVALID_ARGUMENT', {
    message: 'malformed organization ID: must be a UUID',
    cause: 'organizationId is missing or is not a UUID.',
    fix: 'Send the UUID of the organization, as whoami returns it.',
  }),
  INVALID_TIME: row('INVALID_ARGUMENT', {
    message: 'timestampMs is outside the accepted window',
    cause: 'timestampMs is more than one hour old or more than five minutes ahead of the service.',
    fix: 'Set the clock right, then build and stamp a new request.',
  }),
  MISSING_CREDENTIAL: row('INVALID_ARGUMENT', {
    message: 'each user needs at least one valid credential',
    cause:
      'A user has no API key, authenticator or OAuth provider, and no contact with a login method that is enabled; or would lose the last credential that does not expire.',
    fix: 'Give each user a credential, or an e-mail address or phone number whose login method is enabled.',
  }),
  AMBIGUOUS_OIDC_IDENTITY: row('INVALID_ARGUMENT', {
    message: 'exactly one of oidcToken and oidcClaims must be given',
    cause: 'An OAuth provider has both oidcToken and oidcClaims, or neither.',
    fix: 'Send the token, or the claims of an identity that is already proved, and not both.',
  }),
  UNPROVED_OIDC_CLAIMS: row('INVALID_ARGUMENT', {
    message: 'oidcClaims are accepted only beside an oidcToken that proves the identity',
    cause:
      'An OAuth provider is given by claims, and neither a token in the same list nor a link of the user has the same issuer and subject; or the operator has not named the audience of the claims.',
    fix: 'Send a token of the same issuer and subject in the same list.',
  }),
  INVALID_OIDC_TOKEN: row('INVALID_ARGUMENT', {
    message: 'invalid OIDC token',
    cause: 'The token is malformed, expired, not signed by its issuer, or made for another audience or key.',
    fix: 'Ask the identity provider for a new token that is bound to the right key.',
  }),
  INVALID_PUBLIC_KEY: row('INVALID_ARGUMENT', {
    message: 'invalid public key',
    cause: 'The key does not have the length and prefix of its curve, or is not a point that may be used.',
    fix: 'Send the compressed public key of the stated curve as hex.',
  }),
  INVALID_ATTESTATION: row('INVALID_ARGUMENT', {
    message: 'invalid authenticator attestation',
    cause: 'The attestation does not belong to the challenge or credential ID, or uses an unsupported algorithm.',
    fix: 'Create the passkey again and send what the browser returned unchanged.',
  }),
  INVALID_PATH: row('INVALID_ARGUMENT', {
    message: 'invalid path',
    cause:
      'A derivation path has an index of 2147483648 or more, or is used twice in a wallet with one address format.',
    fix: "Send a path such as m/44'/60'/0'/0/0 that the wallet does not have yet.",
  }),
  INVALID_ADDRESS_FORMAT: row('INVALID_ARGUMENT', {
    message: 'invalid address format for curve',
    cause: 'The address format cannot be made from a key of the stated curve.',
    fix: 'Choose the curve that the address format is defined for.',
  }),
  INVALID_MNEMONIC: row('INVALID_ARGUMENT', {
    // Clients recognise these words.
    message: 'invalid mnemonic',
    cause:
      'The seed phrase does not have 12, 15, 18, 21 or 24 words of one language, a word is unknown, or the checksum is wrong.',
    fix: 'Check the words and their order, encrypt them to a new import key, and import again.',
  }),
  INVALID_PRIVATE_KEY: row('INVALID_ARGUMENT', {
    message: 'invalid private key',
    cause: 'The key does not have 32 bytes, or is zero or too large for its curve.',
    fix: 'Check the key and the curve, encrypt the key to a new import key, and import again.',
  }),
  INVALID_PAYLOAD: row('INVALID_ARGUMENT', {
    message: 'invalid payload',
    cause:
      'The payload is not what its encoding says, has the wrong length for its hash function, or cannot be signed by this kind of key.',
    fix: 'Correct the payload as the message says. A payload for HASH_FUNCTION_NO_OP is a digest of 32 bytes.',
  }),
  INVALID_TRANSACTION: row('INVALID_ARGUMENT', {
    message: 'invalid transaction',
    cause:
      'The bytes are not exactly one unsigned transaction of its type, or the key of signWith has nothing to sign in it.',
    fix: 'Serialize the unsigned transaction with a library of the chain, and check that signWith is its signer.',
  }),
  INVALID_CONTRACT_INTERFACE: row('INVALID_ARGUMENT', {
    message: 'invalid contract interface',
    cause:
      'The text is not the ABI of a contract or the IDL of a program, as the type says, or the address is not one of that chain.',
    fix: 'Correct the place that the message names. Compilers write ABIs and IDLs as JSON; send that text unchanged.',
  }),
  UNSUPPORTED_TRANSACTION_TYPE: row('INVALID_ARGUMENT', {
    message: 'unsupported transaction type',
    cause: 'The service does not sign transactions of this type.',
    fix: 'Use one of the types that sign_transaction documents as supported.',
  }),
  INVALID_POLICY: row('INVALID_ARGUMENT', {
    message: 'invalid policy',
    cause:
      'An expression of the policy has a syntax error, names something that does not exist, compares values of different types, or is too large.',
    fix: 'Correct the expression at the line and column that the message names.',
  }),
  INVALID_WEBHOOK_URL: row('INVALID_ARGUMENT', {
    message: 'invalid webhook URL',
    cause:
      'The URL is not https, has credentials or a fragment, or names a host that is not on the public Internet, such as localhost or a private address.',
    fix: 'Send an https URL of a public host. A server for development can allow localhost and private addresses in its configuration.',
  }),
  INVALID_IMPORT_BUNDLE: row('INVALID_ARGUMENT', {
    message: 'import bundle does not open',
    cause:
      'The encrypted bundle is malformed, or was encrypted to a key that is not the import key of this user in this organization.',
    fix: 'Encrypt to the key of the latest import bundle that this user got in this organization.',
  }),
  INVALID_CLIENT_SIGNATURE: row('INVALID_ARGUMENT', {
    message: 'invalid client signature',
    cause: 'The client signature does not verify, or its message does not fit the token and the request.',
    fix: 'Sign the message for this token with the key that the token names.',
  }),
  INVALID_VERIFICATION_TOKEN: row('INVALID_ARGUMENT', {
    message: 'invalid verification token',
    cause: 'The token is malformed, expired, already used, or issued for another organization.',
    fix: 'Verify a new one-time passcode and use the token that it returns.',
  }),
  INVALID_OTP_CODE: row('INVALID_ARGUMENT', {
    // Clients recognise these words.
    message: 'Invalid OTP code',
    cause: 'The code is not the one that was sent, has expired, was already used, or was tried three times.',
    fix: 'Enter the code of the newest message, or send a new one with init_otp.',
  }),
  INVALID_OTP_BUNDLE: row('INVALID_ARGUMENT', {
    message: 'encrypted OTP bundle does not open',
    cause: 'The bundle is malformed, or was not encrypted to the key that init_otp returned for this passcode.',
    fix: 'Encrypt the code and the key of the client to the target that init_otp returned.',
  }),
  INVALID_CLIENT_SECRET: row('INVALID_ARGUMENT', {
    message: 'encrypted client secret does not open',
    cause: 'The envelope is malformed or was not encrypted to the published client-secret key.',
    fix: 'Encrypt the secret again to the client-secret key of this service.',
  }),
  OAUTH2_AUTHENTICATION_FAILED: row('FAILED_PRECONDITION', {
    message: 'the OAuth 2.0 provider did not authenticate the user',
    cause:
      'The provider refused the code, the code verifier or the client, could not be reached, or gave an answer without a user.',
    fix: 'Let the user sign in at the provider again, and send the new code. A code works once, whatever the answer was.',
  }),
  INVALID_CURSOR: row('INVALID_ARGUMENT', {
    message: 'invalid pagination cursor',
    cause: 'The cursor is malformed or belongs to another query.',
    fix: 'Start again without a cursor, then use the cursors of the answers.',
  }),
  ORGANIZATION_MISMATCH: row('INVALID_ARGUMENT', {
    message: 'organization mismatch: the voter belongs to another organization than the activity',
    cause: 'Only users of the organization that an activity runs in can vote on it, not those of its parent.',
    fix: 'Vote with a credential of a user of that organization.',
  }),
  ACTIVITY_NOT_OPEN: row('FAILED_PRECONDITION', {
    message: 'activity does not wait for votes',
    cause: 'The activity is running, completed, failed or rejected.',
    fix: 'Read the activity: its status says what became of it.',
  }),
  PRIVATE_KEY_ADDRESS_UNSUPPORTED: row('FAILED_PRECONDITION', {
    message: 'private key addresses are not supported',
    cause: 'The address belongs to a standalone private key.',
    fix: 'Ask for the address of a wallet account.',
  }),
  QUORUM_UNREACHABLE: row('FAILED_PRECONDITION', {
    message: 'the root quorum threshold would be out of reach',
    cause: 'Fewer root users than the threshold would be able to act, or to act without a key that expires.',
    fix: 'Lower the threshold, or name more users who have a passkey or a key that does not expire; update_root_quorum changes both.',
  }),
  QUORUM_USER_CHANGED: row('FAILED_PRECONDITION', {
    message: 'a user who would become root has changed since this was submitted',
    cause:
      'While update_root_quorum waited for approvals, the user got a credential, another contact or another name. Whoever added it would become root too.',
    fix: 'Look at the credentials and contacts of the user, then submit a new request.',
  }),
  WALLET_ACCOUNT_NOT_EXPORTED: row('FAILED_PRECONDITION', {
    message: 'wallet account not exported',
    cause: 'A wallet or private key would be lost that was never exported, and deleteWithoutExport is not true.',
    fix: 'Export it first, or send deleteWithoutExport as true to give it up.',
  }),
  IMPORT_NOT_PREPARED: row('FAILED_PRECONDITION', {
    message: 'no import key: it was never made, is used, or has expired',
    cause: 'The user has no import key in this organization. An import key works once, for an hour.',
    fix: 'Make a new one with init_import_wallet or init_import_private_key, and encrypt to it.',
  }),
  MNEMONIC_LANGUAGE_MISMATCH: row('FAILED_PRECONDITION', {
    message: 'the seed phrase of the wallet is in another language',
    cause: 'The request names a language that the words of the wallet are not from.',
    fix: 'Leave the language out to get the words that the wallet was made from.',
  }),
  AUTH_PROXY_NOT_ENABLED: row('FAILED_PRECONDITION', {
    message: 'the sign-up proxy is not enabled on this organization',
    cause: 'The organization has no sign-up proxy: it was disabled, or was never enabled.',
    fix: 'Enable it with enable_auth_proxy.',
  }),
  AUTH_PROXY_USER_PROTECTED: row('FAILED_PRECONDITION', {
    message: 'the user of the sign-up proxy cannot be changed',
    cause: 'The request would change or delete the user that the sign-up proxy acts as, or its credentials or tags.',
    fix: 'Leave that user out. disable_auth_proxy removes it.',
  }),
  OTP_DISABLED: row('FAILED_PRECONDITION', {
    message: 'one-time passcodes of this type are disabled in this organization',
    cause: 'The organization lacks FEATURE_NAME_OTP_EMAIL_AUTH for e-mail, or FEATURE_NAME_SMS_AUTH for SMS.',
    fix: 'Set the feature with set_organization_feature, or log in in another way.',
  }),
  EMAIL_SENDING_DISABLED: row('FAILED_PRECONDITION', {
    message: 'this server does not send e-mail',
    cause: 'No mail server is configured.',
    fix: 'Configure a mail server, as the documentation of the server says.',
  }),
  SMS_SENDING_DISABLED: row('FAILED_PRECONDITION', {
    message: 'this server does not send SMS',
    cause: 'No SMS gateway is configured.',
    fix: 'Configure an SMS gateway, as the documentation of the server says.',
  }),
  SWAP_CONFIG_NOT_SET: row('FAILED_PRECONDITION', {
    message: 'this organization has no swap fee receiver',
    cause: 'The swap configuration was never set, or the last call of upsert_swap_config set no fee receiver.',
    fix: 'Set a fee with upsert_swap_config, and a fee receiver if you want a certain one.',
  }),
  SWAP_CLAIM_IN_PROGRESS: row('FAILED_PRECONDITION', {
    message: 'the swap provider has not accepted the last claim of this organization yet',
    cause: 'An organization has one claim at a time, so that no fee is claimed twice.',
    fix: 'Wait until the provider has accepted the last claim, then claim again. If that takes long, ask the operator.',
  }),
  SWAP_PROVIDER_NOT_CONFIGURED: row('FAILED_PRECONDITION', {
    message: 'this server has no swap provider',
    cause: 'No swap provider is configured.',
    fix: 'Configure a swap provider, as the documentation of the server says.',
  }),
  SWAP_PROVIDER_FAILED: row('FAILED_PRECONDITION', {
    message: 'the swap provider did not say how much can be claimed',
    cause: 'The swap provider could not be reached, took too long, or gave an answer that does not fit its protocol.',
    fix: 'Submit a new claim later. Nothing was claimed.',
  }),
  NO_SWAP_FEES: row('FAILED_PRECONDITION', {
    message: 'there are no swap fees to claim',
    cause: 'The swap provider has no fees for the fee receiver of this organization.',
    fix: 'Submit a new claim after fees have accrued.',
  }),
  AMBIGUOUS_CONTACT: row('FAILED_PRECONDITION', {
    message: 'more than one user has this contact',
    cause: 'Several users of the organization have the e-mail address or phone number of the token.',
    fix: 'Give each user a contact of its own, or verify the contact of the one who logs in.',
  }),
  NOT_CONFIGURED: row('FAILED_PRECONDITION', {
    message: 'the external service that this operation needs is not configured',
    cause:
      'The operation needs a node of the chain, a list of vaults or an account that pays for deployments, and the operator has not configured it.',
    fix: 'Configure it, as the documentation of the server says.',
  }),
  RPC_CALL_ERROR: row('FAILED_PRECONDITION', {
    message: 'the node of the chain gave no usable answer',
    cause:
      'The node that the operator configured cannot be reached, is not in sync, belongs to another chain, or refused the call, for example because it would be reverted.',
    fix: 'Read the message, and ask the operator if it is about the node. Nothing was sent: send a new request.',
  }),
  ACTIVITY_NOT_DECIDABLE: row('FAILED_PRECONDITION', {
    message: 'the activity cannot be decided again',
    cause:
      'The user who submitted the activity was deleted or belongs to the parent, what the activity is about no longer exists, or the activity has a type that this version does not know.',
    fix: 'Read the message, and ask about another activity.',
  }),
  ACTIVITY_TYPE_DISABLED: row('FAILED_PRECONDITION', {
    message: 'this server does not accept this activity type',
    cause: 'The type is an older one that is less safe, and the operator has not enabled it.',
    fix: 'Send the newest type of the operation.',
  }),
  AUTH_PROXY_CONFIG_NOT_FOUND: row('UNAUTHENTICATED', {
    message: 'auth proxy configuration not found',
    cause: 'X-Auth-Proxy-Config-Id is missing, unknown, or was disabled.',
    fix: 'Send the configuration ID of the organization that users sign up to.',
  }),
  SIGNATURE_MISSING: row('UNAUTHENTICATED', {
    message: 'no valid authentication signature found for request',
    cause: 'The request carries no stamp header, or more than one.',
    fix: 'Send exactly one of X-Stamp and X-Stamp-WebAuthn; for stamp_login also X-Stamp-Attested.',
  }),
  SIGNATURE_INVALID: row('UNAUTHENTICATED', {
    message: 'could not verify request signature',
    cause:
      'The stamp is malformed, uses a scheme that its key does not allow, or does not match the bytes of the body.',
    fix: 'Stamp exactly the bytes that are sent, with the key that is registered.',
  }),
  PUBLIC_KEY_NOT_FOUND: row('UNAUTHENTICATED', {
    message: 'could not find public key in organization or its parent organization',
    cause: 'The API key of the stamp is not registered there, or was deleted.',
    fix: 'Check organizationId, or register the key.',
  }),
  CREDENTIAL_NOT_FOUND: row('UNAUTHENTICATED', {
    message: 'could not find credential ID in organization or its parent organization',
    cause: 'The passkey of the stamp is not registered there, or was deleted.',
    fix: 'Check organizationId, or register the passkey.',
  }),
  CREDENTIAL_CONFLICT: row('UNAUTHENTICATED', {
    message: 'more than one suborg has this credential ID or public key',
    cause: 'organizationId is a parent, and several of its sub-organizations know the credential.',
    fix: 'Send the ID of the sub-organization.',
  }),
  API_KEY_EXPIRED: row('UNAUTHENTICATED', {
    // Clients take a session as expired when they read these words.
    message: 'code = Unauthenticated desc = expired api key publicKey',
    cause: 'The API key or session key of the stamp has passed its expiry.',
    fix: 'Log in again, or stamp with a key that is still live.',
  }),
  REQUEST_NOT_AUTHORIZED: row('PERMISSION_DENIED', {
    message: 'request not authorized',
    cause: 'No policy allows the activity, or one denies it.',
    fix: 'Ask a root user for a policy that allows it. The activity is kept as failed.',
  }),
  FORBIDDEN: row('PERMISSION_DENIED', {
    message: 'caller may not read this organization',
    cause: 'The credential belongs to an organization that has no right to this one.',
    fix: 'Use a credential of the organization or of its parent.',
  }),
  INVALID_ACTIVITY_CALLER: row('PERMISSION_DENIED', {
    message: 'activity may not be submitted in this organization',
    cause: 'Only a parent organization may submit the activity, or only a sub-organization.',
    fix: 'Submit it in the organization that it is for.',
  }),
  SESSION_PROFILE_REQUIRED: row('PERMISSION_DENIED', {
    message: 'the session may only start sessions with its own session profile',
    cause: 'A session that has a session profile asks for a session without this profile.',
    fix: 'Send the sessionProfileId of the session, or stamp with a credential that has no session profile.',
  }),
  SERVICE_TIER_REQUIRED: row('PERMISSION_DENIED', {
    message: 'stableFeeBps needs the top service tier',
    cause: 'The organization is not on the service tier that the field needs.',
    fix: 'Leave the field out, or move the organization to the top tier.',
  }),
  EMAIL_SENDER_NOT_ALLOWED: row('PERMISSION_DENIED', {
    message: 'the operator does not allow mail from this address',
    cause: 'sendFromEmailAddress is neither the configured sender nor on the list of allowed senders.',
    fix: 'Leave it out, or ask the operator to allow the address.',
  }),
  ORIGIN_NOT_ALLOWED: row('PERMISSION_DENIED', {
    message: 'origin is not allowed by the auth proxy configuration',
    cause: 'The Origin of the request is not on the list of the configuration.',
    fix: 'Add the origin to the configuration.',
  }),
  AUTH_METHOD_NOT_ALLOWED: row('PERMISSION_DENIED', {
    message: 'this way to sign in is not allowed by the auth proxy configuration',
    cause: 'The request uses a way to sign in that is not among the allowedAuthMethods of the configuration.',
    fix: 'Use another way, or allow it with update_auth_proxy_config.',
  }),
  ROUTE_NOT_FOUND: row('NOT_FOUND', {
    message: 'no such path',
    cause: 'The path is not part of the contract, or the method is not POST.',
    fix: 'Compare the path with the OpenAPI document.',
  }),
  ORGANIZATION_NOT_FOUND: row('NOT_FOUND', {
    message: 'no organization found with this ID',
    cause: 'There is no such organization, or the caller may not know of it.',
    fix: 'Check organizationId.',
  }),
  RESOURCE_NOT_FOUND: row('NOT_FOUND', {
    message: 'no resource found with this ID',
    cause:
      'A user, tag, wallet, wallet account, private key or other resource that the request names is not in the organization.',
    fix: 'Check the ID and the organization.',
  }),
  OAUTH2_CREDENTIAL_NOT_FOUND: row('NOT_FOUND', {
    message: 'no OAuth 2.0 credential found',
    cause: 'The organization has no OAuth 2.0 credential with that ID, or for that provider and client.',
    fix: 'Check the ID, or the provider and the client ID, against list_oauth2_credentials.',
  }),
  ACTIVITY_NOT_FOUND: row('NOT_FOUND', {
    message: 'no activity found',
    cause: 'The organization has no activity with that ID or fingerprint.',
    fix: 'Check the ID and the organization that the activity ran in.',
  }),
  EARN_DEPOSITS_DISABLED: row('FAILED_PRECONDITION', {
    message: 'deposits to this wrapper are disabled',
    cause: 'The organization that deployed the wrapper has disabled deposits to it. Withdrawals are possible.',
    fix: 'Deposit into another wrapper, or ask the organization to enable deposits with earn_set_wrapper_state.',
  }),
  EARN_WRAPPER_NOT_FOUND: row('NOT_FOUND', {
    message: 'no deployed wrapper has this address',
    cause:
      'wrapperAddress is not a deployed fee wrapper of the organization or of its parent, or it is on another chain.',
    fix: 'Take the address from list_earn_enabled_vaults.',
  }),
  BOOT_PROOF_NOT_FOUND: row('NOT_FOUND', {
    message: 'no boot proof found',
    cause: 'appName is not an app of this service, or no process of the service ever had this ephemeral key.',
    fix: 'Check appName or ephemeralKey.',
  }),
  SESSION_PROFILE_NOT_FOUND: row('NOT_FOUND', {
    message: 'no session profile found with this ID',
    cause: 'sessionProfileId is not a session profile that the organization can use.',
    fix: 'Take the ID from get_session_profiles, or leave it out for a session without limits.',
  }),
  FEATURE_NOT_FOUND: row('NOT_FOUND', {
    message: 'feature is not set on this organization',
    cause: 'The organization does not have the feature that is to be removed.',
    fix: 'Take the name from get_organization_configs.',
  }),
  FEATURE_PERMANENT: row('FAILED_PRECONDITION', {
    message: 'feature cannot be removed',
    cause: 'The feature was set for good: not even the root quorum can remove it.',
    fix: 'Leave it as it is.',
  }),
  ALREADY_EXISTS: row('ALREADY_EXISTS', {
    message: 'already exists',
    cause: 'Something that must be unique, such as a name or a public key, is taken.',
    fix: 'Choose another, or use what exists.',
  }),
  OAUTH_PROVIDER_ALREADY_EXISTS: row('ALREADY_EXISTS', {
    message: 'an OAuth provider with this issuer, subject and audience already exists',
    cause: 'The identity is already linked to a user of the organization.',
    fix: 'Use the link that exists, or delete it first.',
  }),
  CONCURRENT_CHANGE: row('ABORTED', {
    message: 'the organization changed while the request ran',
    cause: 'Another request changed the same rows at the same moment. Nothing was done.',
    fix: 'Send the same bytes again.',
    retryable: true,
  }),
  REQUEST_TOO_LARGE: row('PAYLOAD_TOO_LARGE', {
    message: 'the body of the request is too large',
    cause: 'The body has more bytes than the service reads of one request.',
    fix: 'Split the request into several.',
  }),
  RATE_LIMIT_EXCEEDED: row('RESOURCE_EXHAUSTED', {
    message: 'too many requests, try again in a few seconds',
    cause: 'The credential or address sent more requests than its limit.',
    fix: 'Wait for the time in Retry-After, then send the same bytes again.',
    retryable: true,
  }),
  RESOURCE_LIMIT_EXCEEDED: row('RESOURCE_EXHAUSTED', {
    message: 'resource limit reached',
    cause:
      'The organization or user already has as many of these as it may have, or the storage of the organization is used up.',
    fix: 'Delete what is not needed, or wait until some have ended, then try again. Ask the operator of the service for more storage: deleting, exporting and signing in still work without it.',
  }),
  MAX_OTP_INITIATED: row('RESOURCE_EXHAUSTED', {
    // Clients recognise these words.
    message: 'Max number of OTPs have been initiated, try again in a few minutes',
    cause:
      'Three passcodes were requested by the same requester within three minutes, ten for the same contact within ten minutes or thirty within an hour, or the organization has sent as many messages as it may within an hour.',
    fix: 'Use a code that was sent, or wait for a few minutes and request a new one.',
  }),
  INTERNAL: row('INTERNAL', {
    message: 'internal server error',
    cause: 'The service failed in a way that it did not foresee.',
    fix: 'Send the same bytes again; if it goes on, report the request ID.',
    retryable: true,
  }),
  UNIMPLEMENTED: row('UNIMPLEMENTED', {
    message: 'operation is not implemented by this server',
    cause: 'The operation is in the contract, but this server has no handler for it.',
    fix: 'Use a server version that implements it.',
  }),
  OAUTH2_PROVIDER_NOT_CONFIGURED: row('UNIMPLEMENTED', {
    message: 'the OAuth 2.0 provider is not configured on this server',
    cause: 'The operator has not configured the endpoints of the provider.',
    fix: 'Configure oauth2 in the configuration file, as the documentation of the server says.',
  }),
  UNAVAILABLE: row('UNAVAILABLE', {
    message: 'service unavailable',
    cause: 'The database or an outside service that the operation needs cannot be reached, or the service is stopping.',
    fix: 'Wait for the time in Retry-After, then send the same bytes again.',
    retryable: true,
  }),
};

export type ErrorName = keyof typeof errors;

/** Every HTTP status that an operation documents, in ascending order. */
export const errorStatuses: readonly HttpErrorStatus[] = [
  ...new Set(Object.values(statuses).map((status) => status.httpStatus)),
].sort((a, b) => a - b);
