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
    message: 'request does not match the contract',
    cause: 'The body is not valid JSON, a field is missing, unknown or malformed, or the type belongs to another path.',
    fix: 'Correct the fields that fieldViolations names and stamp the new body.',
  }),
  INVALID_ORGANIZATION_ID: row('INVALID_ARGUMENT', {
    message: 'malformed organization ID: must be a UUID',
    cause: 'organizationId is missing or is not a UUID.',
    fix: 'Send the UUID of the organization, as returned by whoami.',
  }),
  INVALID_TIME: row('INVALID_ARGUMENT', {
    message: 'timestampMs is outside the accepted window',
    cause: 'timestampMs is more than one hour old or more than five minutes ahead of the service.',
    fix: 'Correct the clock, then build and stamp a new request.',
  }),
  MISSING_CREDENTIAL: row('INVALID_ARGUMENT', {
    message: 'each user needs at least one valid credential',
    cause:
      'A user has no API key, authenticator or OAuth provider, and no contact whose login method is enabled; or the user would lose the last credential that does not expire.',
    fix: 'Give each user a credential, or an e-mail address or phone number whose login method is enabled.',
  }),
  AMBIGUOUS_OIDC_IDENTITY: row('INVALID_ARGUMENT', {
    message: 'exactly one of oidcToken and oidcClaims must be given',
    cause: 'An OAuth provider has both oidcToken and oidcClaims, or neither.',
    fix: 'Send either the token or the claims of an identity that is already proved, not both.',
  }),
  UNPROVED_OIDC_CLAIMS: row('INVALID_ARGUMENT', {
    message: 'oidcClaims are accepted only together with an oidcToken that proves the identity',
    cause:
      'An OAuth provider is specified by claims, but no token in the same list and no existing link of the user has the same issuer and subject; or the operator has not configured the audience of the claims.',
    fix: 'Include a token with the same issuer and subject in the same list.',
  }),
  INVALID_OIDC_TOKEN: row('INVALID_ARGUMENT', {
    message: 'invalid OIDC token',
    cause: 'The token is malformed, expired, not signed by its issuer, or issued for another audience or key.',
    fix: 'Get a new token from the identity provider, bound to the right key.',
  }),
  INVALID_PUBLIC_KEY: row('INVALID_ARGUMENT', {
    message: 'invalid public key',
    cause: 'The key has the wrong length or prefix for its curve, or is not a usable point.',
    fix: 'Send the compressed public key of the stated curve as hex.',
  }),
  INVALID_ATTESTATION: row('INVALID_ARGUMENT', {
    message: 'invalid authenticator attestation',
    cause: 'The attestation does not match the challenge or the credential ID, or uses an unsupported algorithm.',
    fix: 'Create the passkey again and send the response of the browser unchanged.',
  }),
  INVALID_PATH: row('INVALID_ARGUMENT', {
    message: 'invalid path',
    cause:
      'A derivation path has an index of 2147483648 or more, or is used twice in a wallet with the same address format.',
    fix: "Send a path such as m/44'/60'/0'/0/0 that the wallet does not have yet.",
  }),
  INVALID_ADDRESS_FORMAT: row('INVALID_ARGUMENT', {
    message: 'invalid address format for curve',
    cause: 'A key on the stated curve cannot have an address in this format.',
    fix: 'Choose a curve that the address format supports.',
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
    cause: 'The key is not 32 bytes long, is zero, or is too large for its curve.',
    fix: 'Check the key and the curve, encrypt the key to a new import key, and import again.',
  }),
  INVALID_PAYLOAD: row('INVALID_ARGUMENT', {
    message: 'invalid payload',
    cause:
      'The payload does not match its encoding, has the wrong length for its hash function, or cannot be signed by this kind of key.',
    fix: 'Correct the payload as the message says. A payload for HASH_FUNCTION_NO_OP is a 32-byte digest.',
  }),
  INVALID_TRANSACTION: row('INVALID_ARGUMENT', {
    message: 'invalid transaction',
    cause:
      'The bytes are not exactly one unsigned transaction of the stated type, or the signWith key has nothing to sign in it.',
    fix: 'Serialize the unsigned transaction with a library for the chain, and check that signWith is its signer.',
  }),
  INVALID_CONTRACT_INTERFACE: row('INVALID_ARGUMENT', {
    message: 'invalid contract interface',
    cause:
      'The text is not a contract ABI or a program IDL, whichever the type requires, or the address is not valid on that chain.',
    fix: 'Correct the position that the message names. Compilers output ABIs and IDLs as JSON; send that text unchanged.',
  }),
  UNSUPPORTED_TRANSACTION_TYPE: row('INVALID_ARGUMENT', {
    message: 'unsupported transaction type',
    cause: 'The service does not sign transactions of this type.',
    fix: 'Use one of the types that sign_transaction documents as supported.',
  }),
  INVALID_POLICY: row('INVALID_ARGUMENT', {
    message: 'invalid policy',
    cause:
      'An expression of the policy has a syntax error, refers to something that does not exist, compares values of different types, or is too large.',
    fix: 'Correct the expression at the line and column that the message names.',
  }),
  INVALID_WEBHOOK_URL: row('INVALID_ARGUMENT', {
    message: 'invalid webhook URL',
    cause:
      'The URL is not https, has credentials or a fragment, or names a host that is not on the public Internet, such as localhost or a private address.',
    fix: 'Send an https URL with a public host. A development server can allow localhost and private addresses in its configuration.',
  }),
  INVALID_IMPORT_BUNDLE: row('INVALID_ARGUMENT', {
    message: 'import bundle cannot be decrypted',
    cause:
      'The encrypted bundle is malformed, or was encrypted to a key that is not the import key of this user in this organization.',
    fix: 'Encrypt to the key in the latest import bundle that this user received in this organization.',
  }),
  INVALID_CLIENT_SIGNATURE: row('INVALID_ARGUMENT', {
    message: 'invalid client signature',
    cause: 'The client signature does not verify, or its message does not match the token and the request.',
    fix: 'Sign the message for this token with the key that the token names.',
  }),
  INVALID_VERIFICATION_TOKEN: row('INVALID_ARGUMENT', {
    message: 'invalid verification token',
    cause: 'The token is malformed, expired, already used, or issued for another organization.',
    fix: 'Verify a new one-time passcode and use the returned token.',
  }),
  INVALID_OTP_CODE: row('INVALID_ARGUMENT', {
    // Clients recognise these words.
    message: 'Invalid OTP code',
    cause: 'The code is wrong, has expired, was already used, or was tried three times.',
    fix: 'Enter the code from the latest message, or send a new one with init_otp.',
  }),
  INVALID_OTP_BUNDLE: row('INVALID_ARGUMENT', {
    message: 'encrypted OTP bundle cannot be decrypted',
    cause: 'The bundle is malformed, or was not encrypted to the key that init_otp returned for this passcode.',
    fix: 'Encrypt the code and the public key of the client to the key in the target bundle that init_otp returned.',
  }),
  INVALID_CLIENT_SECRET: row('INVALID_ARGUMENT', {
    message: 'encrypted client secret cannot be decrypted',
    cause: 'The envelope is malformed or was not encrypted to the published client-secret key.',
    fix: 'Encrypt the secret again to the client-secret key of this service.',
  }),
  OAUTH2_AUTHENTICATION_FAILED: row('FAILED_PRECONDITION', {
    message: 'the OAuth 2.0 provider did not authenticate the user',
    cause:
      'The provider refused the code, the code verifier or the client, could not be reached, or returned a response without a user.',
    fix: 'Have the user sign in at the provider again, and send the new code. A code works only once, whatever the outcome.',
  }),
  INVALID_CURSOR: row('INVALID_ARGUMENT', {
    message: 'invalid pagination cursor',
    cause: 'The cursor is malformed or belongs to another query.',
    fix: 'Start again without a cursor, then use the cursors from the responses.',
  }),
  ORGANIZATION_MISMATCH: row('INVALID_ARGUMENT', {
    message: 'organization mismatch: the voter and the activity belong to different organizations',
    cause: 'Only users of the organization that an activity runs in can vote on it, not users of its parent.',
    fix: 'Vote with a credential of a user of that organization.',
  }),
  ACTIVITY_NOT_OPEN: row('FAILED_PRECONDITION', {
    message: 'activity is not waiting for votes',
    cause: 'The activity is running, completed, failed or rejected.',
    fix: 'Read the activity to see its status.',
  }),
  PRIVATE_KEY_ADDRESS_UNSUPPORTED: row('FAILED_PRECONDITION', {
    message: 'private key addresses are not supported',
    cause: 'The address belongs to a standalone private key.',
    fix: 'Query the address of a wallet account instead.',
  }),
  QUORUM_UNREACHABLE: row('FAILED_PRECONDITION', {
    message: 'the root quorum threshold would be unreachable',
    cause:
      'Too few root users could still act to reach the threshold, or too few would have a credential that does not expire.',
    fix: 'Lower the threshold, or add root users who have a passkey or a key that does not expire; update_root_quorum changes both.',
  }),
  QUORUM_USER_CHANGED: row('FAILED_PRECONDITION', {
    message: 'a user who would become root has changed since the request was submitted',
    cause:
      'While update_root_quorum was waiting for approvals, the user got a new credential, contact or name. The person who added it would become root too.',
    fix: 'Review the credentials and contacts of the user, then submit a new request.',
  }),
  WALLET_ACCOUNT_NOT_EXPORTED: row('FAILED_PRECONDITION', {
    message: 'wallet account not exported',
    cause: 'A wallet or private key that was never exported would be lost, and deleteWithoutExport is not true.',
    fix: 'Export it first, or set deleteWithoutExport to true to delete it anyway.',
  }),
  IMPORT_NOT_PREPARED: row('FAILED_PRECONDITION', {
    message: 'no import key: never created, already used, or expired',
    cause: 'The user has no import key in this organization. An import key works once and expires after an hour.',
    fix: 'Create a new one with init_import_wallet or init_import_private_key, and encrypt to it.',
  }),
  MNEMONIC_LANGUAGE_MISMATCH: row('FAILED_PRECONDITION', {
    message: 'the seed phrase of the wallet is in a different language',
    cause: 'The request names a language other than the language of the seed phrase.',
    fix: 'Omit the language to get the words that the wallet was created from.',
  }),
  AUTH_PROXY_NOT_ENABLED: row('FAILED_PRECONDITION', {
    message: 'the sign-up proxy is not enabled on this organization',
    cause: 'The organization has no sign-up proxy: it was disabled, or was never enabled.',
    fix: 'Enable it with enable_auth_proxy.',
  }),
  AUTH_PROXY_USER_PROTECTED: row('FAILED_PRECONDITION', {
    message: 'the user of the sign-up proxy cannot be changed',
    cause: 'The request would change or delete the user that the sign-up proxy acts as, or its credentials or tags.',
    fix: 'Leave that user out of the request. disable_auth_proxy removes the user.',
  }),
  OTP_DISABLED: row('FAILED_PRECONDITION', {
    message: 'one-time passcodes of this type are disabled in this organization',
    cause: 'The organization lacks FEATURE_NAME_OTP_EMAIL_AUTH for e-mail, or FEATURE_NAME_SMS_AUTH for SMS.',
    fix: 'Set the feature with set_organization_feature, or use another login method.',
  }),
  EMAIL_SENDING_DISABLED: row('FAILED_PRECONDITION', {
    message: 'this server does not send e-mail',
    cause: 'No mail server is configured.',
    fix: 'Configure a mail server as described in the server documentation.',
  }),
  SMS_SENDING_DISABLED: row('FAILED_PRECONDITION', {
    message: 'this server does not send SMS',
    cause: 'No SMS gateway is configured.',
    fix: 'Configure an SMS gateway as described in the server documentation.',
  }),
  SWAP_CONFIG_NOT_SET: row('FAILED_PRECONDITION', {
    message: 'this organization has no swap fee receiver',
    cause: 'The swap configuration was never set, or the last upsert_swap_config call set no fee receiver.',
    fix: 'Set a fee with upsert_swap_config, and a fee receiver if you want a specific one.',
  }),
  SWAP_CLAIM_IN_PROGRESS: row('FAILED_PRECONDITION', {
    message: 'the swap provider has not accepted the last claim of this organization yet',
    cause: 'An organization can have only one claim in flight, so that no fee is claimed twice.',
    fix: 'Wait until the provider has accepted the last claim, then claim again. If that takes too long, contact the operator.',
  }),
  SWAP_PROVIDER_NOT_CONFIGURED: row('FAILED_PRECONDITION', {
    message: 'this server has no swap provider',
    cause: 'No swap provider is configured.',
    fix: 'Configure a swap provider as described in the server documentation.',
  }),
  SWAP_PROVIDER_FAILED: row('FAILED_PRECONDITION', {
    message: 'the swap provider did not return the claimable amount',
    cause:
      'The swap provider could not be reached, timed out, or returned a response that does not match its protocol.',
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
    fix: 'Give each user a unique contact, or verify the contact of the user who logs in.',
  }),
  NOT_CONFIGURED: row('FAILED_PRECONDITION', {
    message: 'the external service that this operation needs is not configured',
    cause:
      'The operation needs a blockchain node, a list of vaults or an account that pays for deployments, which the operator has not configured.',
    fix: 'Configure it as described in the server documentation.',
  }),
  RPC_CALL_ERROR: row('FAILED_PRECONDITION', {
    message: 'the blockchain node returned no usable response',
    cause:
      'The node that the operator configured is unreachable, out of sync, on another chain, or refused the call, for example because the call would revert.',
    fix: 'Read the message, and contact the operator if it is about the node. Nothing was sent: submit a new request.',
  }),
  ACTIVITY_NOT_DECIDABLE: row('FAILED_PRECONDITION', {
    message: 'the activity cannot be re-evaluated',
    cause:
      'The user who submitted the activity was deleted or belongs to the parent, the resource that the activity refers to no longer exists, or this version does not know the activity type.',
    fix: 'Read the message, and choose another activity.',
  }),
  ACTIVITY_TYPE_DISABLED: row('FAILED_PRECONDITION', {
    message: 'this server does not accept this activity type',
    cause: 'The type is an older, less secure one that the operator has not enabled.',
    fix: 'Send the newest type of the operation.',
  }),
  AUTH_PROXY_CONFIG_NOT_FOUND: row('UNAUTHENTICATED', {
    message: 'auth proxy configuration not found',
    cause: 'X-Auth-Proxy-Config-Id is missing or unknown, or names a disabled configuration.',
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
    fix: 'Stamp exactly the bytes that are sent, with the registered key.',
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
    cause: 'organizationId is a parent, and the credential is registered in several of its sub-organizations.',
    fix: 'Send the ID of the sub-organization.',
  }),
  API_KEY_EXPIRED: row('UNAUTHENTICATED', {
    // Clients take a session as expired when they read these words.
    message: 'code = Unauthenticated desc = expired api key publicKey',
    cause: 'The API key or session key of the stamp has expired.',
    fix: 'Log in again, or stamp with a key that has not expired.',
  }),
  REQUEST_NOT_AUTHORIZED: row('PERMISSION_DENIED', {
    message: 'request not authorized',
    cause: 'No policy allows the activity, or one denies it.',
    fix: 'Ask a root user for a policy that allows it. The activity is stored as failed.',
  }),
  FORBIDDEN: row('PERMISSION_DENIED', {
    message: 'caller may not read this organization',
    cause: 'The credential belongs to an organization that has no access to this one.',
    fix: 'Use a credential of the organization or of its parent.',
  }),
  INVALID_ACTIVITY_CALLER: row('PERMISSION_DENIED', {
    message: 'activity may not be submitted in this organization',
    cause: 'The activity is reserved for parent organizations, or for sub-organizations.',
    fix: 'Submit it in an organization of the right kind.',
  }),
  SESSION_PROFILE_REQUIRED: row('PERMISSION_DENIED', {
    message: 'the session may only start sessions with its own session profile',
    cause: 'A session with a session profile requested a session without that profile.',
    fix: 'Send the sessionProfileId of the session, or stamp with a credential that has no session profile.',
  }),
  SERVICE_TIER_REQUIRED: row('PERMISSION_DENIED', {
    message: 'stableFeeBps requires the top service tier',
    cause: 'The organization is not on the service tier that the field requires.',
    fix: 'Omit the field, or move the organization to the top tier.',
  }),
  EMAIL_SENDER_NOT_ALLOWED: row('PERMISSION_DENIED', {
    message: 'the operator does not allow mail from this address',
    cause: 'sendFromEmailAddress is neither the configured sender nor on the list of allowed senders.',
    fix: 'Leave it out, or ask the operator to allow the address.',
  }),
  ORIGIN_NOT_ALLOWED: row('PERMISSION_DENIED', {
    message: 'origin is not allowed by the auth proxy configuration',
    cause: 'The Origin of the request is not in allowedOrigins of the configuration.',
    fix: 'Add the origin to the configuration.',
  }),
  AUTH_METHOD_NOT_ALLOWED: row('PERMISSION_DENIED', {
    message: 'sign-in method is not allowed by the auth proxy configuration',
    cause: 'The request uses a sign-in method that is not in allowedAuthMethods of the configuration.',
    fix: 'Use another method, or allow this one with update_auth_proxy_config.',
  }),
  ROUTE_NOT_FOUND: row('NOT_FOUND', {
    message: 'no such path',
    cause: 'The path is not part of the contract, or the method is not POST.',
    fix: 'Compare the path with the OpenAPI document.',
  }),
  ORGANIZATION_NOT_FOUND: row('NOT_FOUND', {
    message: 'no organization found with this ID',
    cause: 'There is no such organization, or its existence is hidden from the caller.',
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
    cause: 'The organization that deployed the wrapper has disabled deposits to it. Withdrawals still work.',
    fix: 'Deposit into another wrapper, or ask the organization to enable deposits with earn_set_wrapper_state.',
  }),
  EARN_WRAPPER_NOT_FOUND: row('NOT_FOUND', {
    message: 'no deployed wrapper has this address',
    cause:
      'wrapperAddress is not a deployed fee wrapper of the organization or of its parent, or it is on another chain.',
    fix: 'Get the address from list_earn_enabled_vaults.',
  }),
  BOOT_PROOF_NOT_FOUND: row('NOT_FOUND', {
    message: 'no boot proof found',
    cause: 'appName is not an app of this service, or no process of the service ever had this ephemeral key.',
    fix: 'Check appName or ephemeralKey.',
  }),
  SESSION_PROFILE_NOT_FOUND: row('NOT_FOUND', {
    message: 'no session profile found with this ID',
    cause: 'sessionProfileId is not a session profile that the organization can use.',
    fix: 'Get the ID from get_session_profiles, or omit it for a session without limits.',
  }),
  FEATURE_NOT_FOUND: row('NOT_FOUND', {
    message: 'feature is not set on this organization',
    cause: 'The organization does not have the feature to remove.',
    fix: 'Get the name from get_organization_configs.',
  }),
  FEATURE_PERMANENT: row('FAILED_PRECONDITION', {
    message: 'feature cannot be removed',
    cause: 'The feature is permanent: not even the root quorum can remove it.',
    fix: 'Leave it as it is.',
  }),
  ALREADY_EXISTS: row('ALREADY_EXISTS', {
    message: 'already exists',
    cause: 'Something that must be unique, such as a name or a public key, is already in use.',
    fix: 'Choose another value, or use the existing resource.',
  }),
  OAUTH_PROVIDER_ALREADY_EXISTS: row('ALREADY_EXISTS', {
    message: 'an OAuth provider with this issuer, subject and audience already exists',
    cause: 'The identity is already linked to a user of the organization.',
    fix: 'Use the existing link, or delete it first.',
  }),
  CONCURRENT_CHANGE: row('ABORTED', {
    message: 'the organization changed while the request ran',
    cause: 'Another request changed the same rows concurrently. This request changed nothing.',
    fix: 'Send the same bytes again.',
    retryable: true,
  }),
  REQUEST_TOO_LARGE: row('PAYLOAD_TOO_LARGE', {
    message: 'the request body is too large',
    cause: 'The body exceeds the maximum size that the service accepts.',
    fix: 'Split the request into several.',
  }),
  RATE_LIMIT_EXCEEDED: row('RESOURCE_EXHAUSTED', {
    message: 'too many requests, try again in a few seconds',
    cause: 'The credential or address exceeded its rate limit.',
    fix: 'Wait for the time in Retry-After, then send the same bytes again.',
    retryable: true,
  }),
  RESOURCE_LIMIT_EXCEEDED: row('RESOURCE_EXHAUSTED', {
    message: 'resource limit reached',
    cause:
      'The organization or user already has the maximum number of resources of this kind, or the organization has used up its storage.',
    fix: 'Delete what you no longer need, or wait until pending activities, transactions or sessions have ended, then try again. Ask the operator of the service for more storage; until then, deleting, exporting and signing in still work.',
  }),
  MAX_OTP_INITIATED: row('RESOURCE_EXHAUSTED', {
    // Clients recognise these words.
    message: 'Max number of OTPs have been initiated, try again in a few minutes',
    cause:
      'Three passcodes were requested by the same requester within three minutes, ten for the same contact within ten minutes or thirty within an hour, or the organization has reached its hourly message limit.',
    fix: 'Use a code that was already sent, or wait a few minutes and request a new one.',
  }),
  INTERNAL: row('INTERNAL', {
    message: 'internal server error',
    cause: 'The service encountered an unexpected error.',
    fix: 'Send the same bytes again; if the error persists, report the request ID.',
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
    fix: 'Configure oauth2 in the configuration file as described in the server documentation.',
  }),
  UNAVAILABLE: row('UNAVAILABLE', {
    message: 'service unavailable',
    cause:
      'The database or an external service that the operation needs cannot be reached, or the service is shutting down.',
    fix: 'Wait for the time in Retry-After, then send the same bytes again.',
    retryable: true,
  }),
};

export type ErrorName = keyof typeof errors;

/** Every HTTP status that an operation documents, in ascending order. */
export const errorStatuses: readonly HttpErrorStatus[] = [
  ...new Set(Object.values(statuses).map((status) => status.httpStatus)),
].sort((a, b) => a - b);
