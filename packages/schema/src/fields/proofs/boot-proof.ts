import { z } from 'zod';
import { component } from '../../component.ts';
import { base64, hexBytes, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';

export const BootProof = component(
  'BootProof',
  'Evidence of what an app ran when it started. Without an attester, it is software evidence: a claim by the service about itself.',
  z.object({
    ephemeralPublicKeyHex: hexBytes('Ephemeral public key that the app generated at boot, as hex.'),
    cloudAttestationDocB64: base64('Attestation document of the platform, as base64; empty when there is no attester.'),
    qosManifestB64: base64(
      'The manifest of the app, as base64-encoded JSON: package versions, file digests and the runtime.',
    ),
    qosManifestEnvelopeB64: base64(
      'The signature of the service over the digest of the manifest and over the other fields, as base64-encoded JSON.',
    ),
    deploymentLabel: text(
      'The version of the app, and whether this is software evidence or has an attestation document.',
    ),
    enclaveApp: text('Name of the app.'),
    owner: text('The operator of the app.'),
    qosManifestVersion: text('Version of the manifest encoding.').optional(),
    createdAt: Timestamp,
  }),
);
