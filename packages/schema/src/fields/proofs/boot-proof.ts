import { z } from 'zod';
import { component } from '../../component.ts';
import { base64, hexBytes, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';

export const BootProof = component(
  'BootProof',
  'Evidence of what an app was when it started. Without an attester it is software evidence: the word of the service about itself.',
  z.object({
    ephemeralPublicKeyHex: hexBytes('Ephemeral public key that the app made at boot, as hex.'),
    cloudAttestationDocB64: base64('Attestation document of the platform, as base64; empty when there is no attester.'),
    qosManifestB64: base64(
      'What the app runs, as base64 of JSON: package versions, digests of its files, and the runtime.',
    ),
    qosManifestEnvelopeB64: base64(
      'The signature of the service over the digest of the manifest and over the other fields, as base64 of JSON.',
    ),
    deploymentLabel: text(
      'The version of the app, and whether this is software evidence or has an attestation document.',
    ),
    enclaveApp: text('Name of the app.'),
    owner: text('Who runs the app.'),
    qosManifestVersion: text('Version of the manifest encoding.').optional(),
    createdAt: Timestamp,
  }),
);
