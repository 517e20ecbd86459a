import { z } from 'zod';
import { component } from '../../component.ts';
import { base64url, boundedText, id, label, storedLabel, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';
import { Credential } from './credential.ts';

export const AuthenticatorTransport = component(
  'AuthenticatorTransport',
  'A transport between the authenticator and the browser.',
  z.enum([
    'AUTHENTICATOR_TRANSPORT_BLE',
    'AUTHENTICATOR_TRANSPORT_INTERNAL',
    'AUTHENTICATOR_TRANSPORT_NFC',
    'AUTHENTICATOR_TRANSPORT_USB',
    'AUTHENTICATOR_TRANSPORT_HYBRID',
  ]),
);

const authenticatorName = (spelled = label) => spelled('Human-readable name of the passkey.', 'Laptop');
const transports = () => z.array(AuthenticatorTransport).describe('The transports that the authenticator reported.');

export const Attestation = component(
  'Attestation',
  'What the browser returned when the passkey was created.',
  z.strictObject(
    {
      credentialId: base64url('ID of the new credential: base64url of the raw ID, or of its CBOR form.').max(256),
      clientDataJson: base64url('Client data with the signing context and the challenge, as base64url.'),
      attestationObject: base64url('Authenticator data and attestation statement, as base64url.'),
      transports: transports(),
    },
    { error: ({ input }) => (input === undefined ? 'missing authenticator attestation' : undefined) },
  ),
);

export const AuthenticatorParams = component(
  'AuthenticatorParams',
  'A passkey to register.',
  z.strictObject({
    authenticatorName: authenticatorName(),
    challenge: boundedText('The challenge that the passkey was created with.', 256).meta({
      examples: ['jrgEriRY4yXvTWvwhS-nyvnqyf9yzmjgXozVF7k2SFY'],
    }),
    attestation: Attestation,
  }),
);

export const Authenticator = component(
  'Authenticator',
  'A registered passkey.',
  z.object({
    transports: transports(),
    attestationType: text('Format of the submitted attestation, for example none.'),
    aaguid: text('Model identifier of the authenticator, as base64url.'),
    credentialId: base64url('ID of the credential, base64url of the raw ID.'),
    model: text('Human-readable kind of the authenticator.'),
    credential: Credential,
    authenticatorId: id('The passkey.'),
    authenticatorName: authenticatorName(storedLabel),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
