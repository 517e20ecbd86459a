import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createAuthenticators'],
  input: (_, made) => ({ authenticatorId: made?.output.authenticatorIds[0] }),
  shows: ({ authenticatorId }, _, made) => {
    const { authenticatorName, attestation } = made?.input.authenticators[0] ?? {};
    const { credentialId, transports } = attestation;
    return { authenticator: { authenticatorId, authenticatorName, credentialId, transports } };
  },
  refusals: unknown('authenticatorId'),
} satisfies Story;
