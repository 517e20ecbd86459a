// biome-ignore lint/suspicious/noExplicitAny: a test may change any part of the document
export type ExampleContract = any;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string) => ({ content: { 'application/json': { schema: ref(name) } } });
const closed = (required: string[], properties: object) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

/** A small contract like ours, for tests: closed requests, components shared by both sides, alternative security schemes. */
export function exampleContract(version: string): ExampleContract {
  return structuredClone({
    openapi: '3.1.0',
    info: { title: 'Example', version },
    'x-error-catalogue': [
      { errorCode: 'INVALID_CURVE', httpStatus: 400, code: 3, fix: 'Send another curve.' },
      { errorCode: 'DUPLICATE', httpStatus: 409, code: 6, fix: 'Send another name.' },
    ],
    security: [{ ApiKeyStamp: [] }, { PasskeyStamp: [] }],
    paths: {
      '/v1/create_wallet': {
        post: {
          operationId: 'createWallet',
          summary: 'Create a wallet',
          'x-activity-versions': [
            { type: 'CREATE_WALLET_V2', status: 'current' },
            {
              type: 'CREATE_WALLET',
              status: 'superseded',
              resultKey: 'createWalletResult',
              upgrade: 'automatic',
              parameters: { type: 'object', properties: { name: { type: 'string', description: 'A name.' } } },
            },
          ],
          'x-repeatable': true,
          'x-policy': { resource: 'WALLET', action: 'CREATE' },
          requestBody: { required: true, ...json('CreateWalletRequest') },
          responses: {
            200: { description: 'Created', ...json('CreateWalletResponse') },
            400: { description: 'Bad input', ...json('Error') },
            409: { description: 'Duplicate', ...json('Error') },
          },
        },
      },
      '/v1/health': { get: { operationId: 'health', security: [], responses: { 200: { description: 'Healthy' } } } },
    },
    components: {
      securitySchemes: {
        ApiKeyStamp: { type: 'apiKey', in: 'header', name: 'X-Stamp' },
        PasskeyStamp: { type: 'apiKey', in: 'header', name: 'X-Stamp-WebAuthn' },
      },
      schemas: {
        CreateWalletRequest: closed(['name', 'accounts'], {
          name: { type: 'string', maxLength: 64, pattern: '^[a-z]+$', description: 'The name.' },
          note: { type: ['string', 'null'] },
          length: { type: 'integer', minimum: 12, default: 12 },
          accounts: { type: 'array', items: ref('Account') },
        }),
        CreateWalletResponse: {
          type: 'object',
          required: ['walletId', 'accounts'],
          properties: {
            walletId: { type: 'string', format: 'uuid' },
            status: { type: 'string', enum: ['ACTIVE', 'FROZEN'] },
            accounts: { type: 'array', items: ref('Account') },
          },
        },
        Account: {
          ...closed(['curve'], { curve: ref('Curve'), label: { type: 'string' }, signer: ref('Signer') }),
          'x-rules': [{ errorCode: 'INVALID_CURVE', description: 'The curve fits the signer.' }],
        },
        Curve: { type: 'string', enum: ['P256', 'SECP256K1', 'ED25519'] },
        Signer: {
          oneOf: [ref('KeySigner'), ref('PasskeySigner')],
          discriminator: {
            propertyName: 'kind',
            mapping: { key: '#/components/schemas/KeySigner', passkey: '#/components/schemas/PasskeySigner' },
          },
        },
        KeySigner: closed(['kind'], { kind: { const: 'key' }, publicKey: { type: 'string' } }),
        PasskeySigner: closed(['kind'], { kind: { const: 'passkey' }, origins: { type: 'array', maxItems: 4 } }),
        Error: {
          type: 'object',
          required: ['code', 'message'],
          properties: { code: { type: 'integer' }, message: { type: 'string' } },
          examples: [{ code: 3, message: 'bad' }],
        },
        Unused: { type: 'string', description: 'For code that is generated from the document.' },
      },
    },
  });
}
