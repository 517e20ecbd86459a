import { randomBytes } from 'node:crypto';
import { SoftwareAuthenticator } from '@mintmark/testing/software-authenticator';
import type { StageInput } from './stage.ts';

/** New passkeys of software authenticators. */
export const newPasskeys = (count: number): StageInput['passkeys'] =>
  Array.from({ length: count }, () => {
    const challenge = randomBytes(32).toString('base64url');
    const attestation = new SoftwareAuthenticator('ES256').register(challenge);
    return { authenticatorName: 'Passkey', challenge, attestation };
  });
