import { z } from 'zod';
import { component } from '../../define/component.ts';
import { base64, hexBytes, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';

export const BootProof = component(
  'BootProof',
  'Evidence of what an app was when it started.',
  z.object({
    ephemeralPublicKeyHex: hexBytes('Ephemeral public key that the app made at boot, as hex.'),
    cloudAttestationDocB64: base64('Attestation document of the platform, as base64; empty when there is no attester.'),
    qosManifestB64: base64('Manifest that the app was started from, as base64.'),
    qosManifestEnvelopeB64: base64('The manifest with its approvals, as base64.'),
    deploymentLabel: text('Which deployment the app belongs to.'),
    enclaveApp: text('Name of the app.'),
    owner: text('Who runs the app.'),
    qosManifestVersion: text('Version of the manifest encoding.').optional(),
    createdAt: Timestamp,
  }),
);
