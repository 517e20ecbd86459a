import { z } from 'zod';
import { component } from '../../component.ts';
import { apiKeyLifetime, apiPublicKey, id, label, p256PublicKey, seconds, storedLabel } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';
import { Credential } from './credential.ts';

export const ApiKeyCurve = component(
  'ApiKeyCurve',
  'The curve of an API key.',
  z.enum(['API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519']),
);

const apiKeyName = (spelled = label) => spelled('Human-readable name of the key.', 'Deploy key');
const expirationSeconds = () =>
  apiKeyLifetime('Lifetime of the key, in seconds from now. If absent, the key does not expire.');

export const ApiKeyParams = component(
  'ApiKeyParams',
  'An API key to register.',
  z.strictObject({
    apiKeyName: apiKeyName(),
    publicKey: apiPublicKey(
      'The public half of the key pair, as hex: compressed for P-256 and secp256k1, raw for ed25519.',
    ),
    curveType: ApiKeyCurve,
    expirationSeconds: expirationSeconds().optional(),
  }),
  [
    {
      error: 'INVALID_PUBLIC_KEY',
      description: 'The key has 33 bytes for P-256 and secp256k1, and 32 bytes for ed25519.',
      path: 'publicKey',
      holds: ({ publicKey, curveType }) => publicKey.length === (curveType === 'API_KEY_CURVE_ED25519' ? 64 : 66),
    },
  ],
);

/** The older form without a curve, from when every API key was a P-256 key. */
export const ApiKeyParamsWithoutCurve = z.strictObject({
  apiKeyName: apiKeyName(),
  publicKey: p256PublicKey('The public half of a P-256 key pair, compressed, as hex.'),
  expirationSeconds: expirationSeconds().optional(),
});

export const ApiKey = component(
  'ApiKey',
  'A registered API key.',
  z.object({
    credential: Credential,
    apiKeyId: id('The key.'),
    apiKeyName: apiKeyName(storedLabel),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    expirationSeconds: seconds(
      'Lifetime of the key in seconds from its creation; absent when it does not expire.',
    ).optional(),
  }),
);
