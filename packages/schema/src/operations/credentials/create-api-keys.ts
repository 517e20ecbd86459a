import { z } from 'zod';
import { defineActivity, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { ApiKeyParams, ApiKeyParamsWithoutCurve } from '../../fields/credentials/api-key.ts';
import { id } from '../../vocabulary.ts';

const userId = () => id('The user that the keys act for.');

export default defineActivity(
  'create_api_keys',
  {
    tag: 'Credentials',
    summary: 'Create API keys',
    description:
      'Registers public keys; their private keys stamp requests as the user. If a user already has the maximum number of expiring keys, a new key replaces an expired one, or else the oldest one.',
    intent: version(
      2,
      z.strictObject({
        apiKeys: z.array(ApiKeyParams).describe('The keys to register.'),
        userId: userId(),
      }),
    ),
    result: version(
      1,
      z.object({ apiKeyIds: z.array(id('An API key.')).describe('IDs of the keys, in the order of the request.') }),
    ),
    policy: { resource: 'CREDENTIAL', action: 'CREATE' },
    errors: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED', 'AUTH_PROXY_USER_PROTECTED'],
    example: {
      parameters: { apiKeys: [example.apiKey], userId: example.userId },
      result: { apiKeyIds: [example.apiKeyRecord.apiKeyId] },
    },
  },
  superseded(1, {
    change: 'Version 2 adds the curve of each key.',
    parameters: z.strictObject({
      apiKeys: z.array(ApiKeyParamsWithoutCurve).describe('The P-256 keys to register.'),
      userId: userId(),
    }),
    upgrade: ({ apiKeys, userId }) => ({
      apiKeys: apiKeys.map((apiKey) => ({ ...apiKey, curveType: 'API_KEY_CURVE_P256' as const })),
      userId,
    }),
    example: {
      apiKeys: [{ apiKeyName: example.apiKey.apiKeyName, publicKey: example.apiKey.publicKey }],
      userId: example.userId,
    },
  }),
);
