/** The value for the kinds `organization` and `verifiedContact`, which find all organizations, and all with a verified contact. */
export const anyOrganization = '';

/** An identity at an OpenID Connect provider as one text. */
export const identityText = ({
  issuer,
  audience,
  subject,
}: Readonly<Record<'issuer' | 'audience' | 'subject', unknown>>) => JSON.stringify([issuer, audience, subject]);
