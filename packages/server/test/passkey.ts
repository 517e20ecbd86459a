import { randomBytes } from 'node:crypto';
import { challengeOf, SoftwareAuthenticator } from '@mintmark/testing/software-authenticator';
import type { Actor } from './service.ts';

/** A passkey that no user has yet. */
export function newPasskey(authenticatorName = 'Passkey') {
  const authenticator = new SoftwareAuthenticator('ES256');
  const challenge = randomBytes(32).toString('base64url');
  return {
    authenticator: { authenticatorName, challenge, attestation: authenticator.register(challenge) },
    stamper: {
      stamp: async (body: string | Uint8Array) => ({
        name: 'X-Stamp-WebAuthn',
        value: JSON.stringify(authenticator.assert(challengeOf(body))),
      }),
    } as Actor['stamper'],
  };
}
