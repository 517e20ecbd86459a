import { makeAssertions } from './make-assertions.ts';
import { makeRegistrations } from './make-registrations.ts';
import type { VectorFile } from './vector.ts';

export function makeWebAuthn(): VectorFile {
  return {
    title: 'Passkey stamps and registrations',
    notes: [
      'assertion: input.stamp is the value of the header X-Stamp-WebAuthn of a request whose body is the UTF-8 of input.body;',
      'input.credential is what was stored when the passkey was registered, its publicKey a COSE key in base64url.',
      'registration: input.attestation and input.challenge are those of the contract; output is what is to be stored.',
      'input.policy: origins are the only ones allowed, if given; userVerification is preferred or required.',
    ],
    vectors: [...makeAssertions(), ...makeRegistrations()],
  };
}
