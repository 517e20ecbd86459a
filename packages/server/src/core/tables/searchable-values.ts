/** The kinds of entries in the directory of a parent, by which it finds values in its sub-organizations. */
export type DirectoryKind =
  | 'organization'
  | 'organizationName'
  | 'userName'
  | 'email'
  | 'phoneNumber'
  | 'publicKey'
  | 'passkey'
  | 'accountAddress'
  | 'verifiedEmail'
  | 'verifiedPhoneNumber'
  | 'verifiedContact'
  | 'oidcIdentity';

/** The value for the kinds `organization` and `verifiedContact`, which find all organizations, and all with a verified contact. */
export const anyOrganization = '';

/** An identity at an OpenID Connect provider as one text. */
export const identityText = ({
  issuer,
  audience,
  subject,
}: Readonly<Record<'issuer' | 'audience' | 'subject', unknown>>) => JSON.stringify([issuer, audience, subject]);
