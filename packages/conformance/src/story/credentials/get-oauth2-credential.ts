import { saying, unknownId } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  needsSignIn: true,
  after: ['createOauth2Credential'],
  by: ({ parent }) => parent,
  input: (_, made) => ({ oauth2CredentialId: made?.output.oauth2CredentialId }),
  shows: ({ oauth2CredentialId }, _, made) => ({ oauth2Credential: { oauth2CredentialId, ...made?.input } }),
  refusals: { OAUTH2_CREDENTIAL_NOT_FOUND: saying(() => ({ oauth2CredentialId: unknownId })) },
} satisfies Story;
