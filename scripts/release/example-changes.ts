import type { ExampleContract } from './example-contract.ts';

/** A change of the example contract. */
export type Mutation = (contract: ExampleContract) => unknown;
/** The title of a change, the location that the gate must report, and the change itself. */
export type Case = [title: string, location: string, mutate: Mutation];

const set = Object.assign;
const create = (c: ExampleContract) => c.paths['/v1/create_wallet'].post;
const olderType = (c: ExampleContract) => create(c)['x-activity-versions'][1];
const health = (c: ExampleContract) => c.paths['/v1/health'].get;
const schemas = (c: ExampleContract) => c.components.schemas;
const request = (c: ExampleContract) => schemas(c).CreateWalletRequest;
const response = (c: ExampleContract) => schemas(c).CreateWalletResponse;

function rename(object: Record<string, unknown>, from: string, to: string) {
  object[to] = object[from];
  delete object[from];
}

/** Changes after which a correct client of the older contract may fail, or no longer compile. */
export const breaking: Case[] = [
  ['operation removed', '/v1/create_wallet', (c) => delete c.paths['/v1/create_wallet']],
  ['path renamed', '/v1/make_wallet', (c) => rename(c.paths, '/v1/create_wallet', '/v1/make_wallet')],
  ['operation id changed', 'POST /v1/create_wallet', (c) => set(create(c), { operationId: 'makeWallet' })],
  ['error status removed', 'POST /v1/create_wallet › responses › 409', (c) => delete create(c).responses[409]],
  [
    'error status changed',
    'POST /v1/create_wallet › responses › 404',
    (c) => rename(create(c).responses, '409', '404'),
  ],
  ['answer removed', 'POST /v1/create_wallet › responses › 200', (c) => delete create(c).responses[200]],
  [
    'answer emptied',
    'POST /v1/create_wallet › responses › 200 › content',
    (c) => delete create(c).responses[200].content,
  ],
  [
    'request body demanded',
    'GET /v1/health › requestBody',
    (c) => set(health(c), { requestBody: create(c).requestBody }),
  ],

  ['security alternative removed', 'POST /v1/create_wallet › security › 1', (c) => c.security.pop()],
  [
    'security overridden',
    'POST /v1/create_wallet › security › 1',
    (c) => set(create(c), { security: [{ ApiKeyStamp: [] }] }),
  ],
  ['security inherited', 'GET /v1/health › security › 0', (c) => delete health(c).security],
  [
    'security header changed',
    'components › securitySchemes › ApiKeyStamp',
    (c) => set(c.components.securitySchemes.ApiKeyStamp, { name: 'X-Other' }),
  ],

  [
    'required request field added',
    'CreateWalletRequest',
    (c) =>
      set(request(c), { properties: { ...request(c).properties, tag: {} }, required: ['name', 'accounts', 'tag'] }),
  ],
  ['optional request field required', 'CreateWalletRequest', (c) => request(c).required.push('note')],
  ['optional field of a closed request removed', 'CreateWalletRequest.note', (c) => delete request(c).properties.note],
  ['request field renamed', 'CreateWalletRequest.notice', (c) => rename(request(c).properties, 'note', 'notice')],
  ['request type narrowed', 'CreateWalletRequest.note', (c) => set(request(c).properties.note, { type: 'string' })],
  [
    'request pattern changed',
    'CreateWalletRequest.name',
    (c) => set(request(c).properties.name, { pattern: '^[a-f]+$' }),
  ],
  [
    'request pattern added',
    'CreateWalletRequest.note',
    (c) => set(request(c).properties.note, { pattern: '^[a-f]+$' }),
  ],
  [
    'request upper limit lowered',
    'CreateWalletRequest.name',
    (c) => set(request(c).properties.name, { maxLength: 32 }),
  ],
  [
    'request lower limit raised',
    'CreateWalletRequest.length',
    (c) => set(request(c).properties.length, { minimum: 15 }),
  ],
  ['request default changed', 'CreateWalletRequest.length', (c) => set(request(c).properties.length, { default: 24 })],
  ['request enum narrowed', 'Curve', (c) => schemas(c).Curve.enum.pop()],

  ['shared field required', 'Account', (c) => schemas(c).Account.required.push('label')],
  ['shared field removed', 'Account.label', (c) => delete schemas(c).Account.properties.label],
  [
    'shared limit lowered',
    'PasskeySigner.origins',
    (c) => set(schemas(c).PasskeySigner.properties.origins, { maxItems: 1 }),
  ],
  ['shared literal changed', 'KeySigner.kind', (c) => set(schemas(c).KeySigner.properties.kind, { const: 'apiKey' })],
  ['shared variant removed', 'Signer › oneOf › 1', (c) => schemas(c).Signer.oneOf.pop()],
  ['shared variant null', 'Signer › oneOf › 2', (c) => schemas(c).Signer.oneOf.push({ type: 'null' })],
  [
    'discriminator changed',
    'Signer › discriminator',
    (c) => set(schemas(c).Signer.discriminator, { propertyName: 'type' }),
  ],
  ['component removed', 'Unused', (c) => delete schemas(c).Unused],
  ['component renamed', 'UnusedType', (c) => rename(schemas(c), 'Unused', 'UnusedType')],

  ['response field removed', 'CreateWalletResponse.status', (c) => delete response(c).properties.status],
  ['response field optional', 'CreateWalletResponse', (c) => response(c).required.pop()],
  [
    'response field null',
    'CreateWalletResponse.walletId',
    (c) => set(response(c).properties.walletId, { type: ['string', 'null'] }),
  ],
  ['response enum narrowed', 'CreateWalletResponse.status', (c) => response(c).properties.status.enum.pop()],
  [
    'response enum replaced',
    'CreateWalletResponse.status',
    (c) => set(response(c).properties.status, { enum: ['ACTIVE', 'CLOSED'] }),
  ],
  ['response enum dropped', 'CreateWalletResponse.status', (c) => delete response(c).properties.status.enum],
  ['activity version removed', 'POST /v1/create_wallet', (c) => create(c)['x-activity-versions'].pop()],
  ['activity versions removed', 'POST /v1/create_wallet', (c) => delete create(c)['x-activity-versions']],
  ['policy changed', 'POST /v1/create_wallet', (c) => set(create(c)['x-policy'], { resource: 'ACCOUNT' })],
  ['no longer repeatable', 'POST /v1/create_wallet', (c) => delete create(c)['x-repeatable']],
  ['older type narrowed', 'POST /v1/create_wallet', (c) => set(olderType(c).parameters, { required: ['name'] })],
  ['result key of an older type', 'POST /v1/create_wallet', (c) => set(olderType(c), { resultKey: 'other' })],
  ['upgrade left to the server', 'POST /v1/create_wallet', (c) => set(olderType(c), { upgrade: 'by the server' })],
  ['rule added', 'Account', (c) => schemas(c).Account['x-rules'].push({ errorCode: 'INVALID_LABEL' })],
  [
    'rule added under a known code',
    'Account',
    (c) => schemas(c).Account['x-rules'].push({ errorCode: 'INVALID_CURVE' }),
  ],
  ['error no longer retryable', 'document', (c) => set(c['x-error-catalogue'][0], { retryable: 'changed' })],
  ['error code removed', 'document', (c) => c['x-error-catalogue'].pop()],
  ['error code moved', 'document', (c) => set(c['x-error-catalogue'][1], { httpStatus: 400 })],
  ['error field removed', 'Error.message', (c) => delete schemas(c).Error.properties.message],
];

/** Additions, which no existing client has to know about. */
export const additions: Case[] = [
  [
    'operation',
    '/v1/delete_wallet',
    (c) => set(c.paths, { '/v1/delete_wallet': { post: { ...create(c), operationId: 'deleteWallet' } } }),
  ],
  [
    'error status',
    'POST /v1/create_wallet › responses › 404',
    (c) => set(create(c).responses, { 404: create(c).responses[409] }),
  ],
  ['security alternative', 'POST /v1/create_wallet › security › 2', (c) => c.security.push({ SessionStamp: [] })],
  ['optional request field', 'CreateWalletRequest.tag', (c) => set(request(c).properties, { tag: { type: 'string' } })],
  ['request limit relaxed', 'CreateWalletRequest.name', (c) => set(request(c).properties.name, { maxLength: 128 })],
  ['request field optional', 'CreateWalletRequest', (c) => request(c).required.pop()],
  [
    'request field deprecated',
    'CreateWalletRequest.note',
    (c) => set(request(c).properties.note, { deprecated: true }),
  ],
  ['shared enum value', 'Curve', (c) => schemas(c).Curve.enum.push('STARK')],
  ['shared variant', 'Signer › oneOf › 2', (c) => schemas(c).Signer.oneOf.push({ type: 'object' })],
  ['response field', 'CreateWalletResponse.seed', (c) => set(response(c).properties, { seed: { type: 'string' } })],
  ['activity version', 'POST /v1/create_wallet', (c) => create(c)['x-activity-versions'].push({ type: 'V3' })],
  ['rule relaxed', 'Account', (c) => schemas(c).Account['x-rules'].pop()],
  ['error code', 'document', (c) => c['x-error-catalogue'].push({ errorCode: 'NEW' })],
  ['response enum value', 'CreateWalletResponse.status', (c) => response(c).properties.status.enum.push('CLOSED')],
];

/** Changes that only human readers notice. */
export const rewordings: Case[] = [
  ['description', 'CreateWalletRequest.name', (c) => set(request(c).properties.name, { description: 'Its name.' })],
  ['summary', 'POST /v1/create_wallet', (c) => set(create(c), { summary: 'Make a wallet' })],
  ['example', 'document', (c) => set(schemas(c).Error.examples[0], { message: 'very bad' })],
  [
    'words of an older type',
    'document',
    (c) => set(olderType(c).parameters.properties.name, { description: 'Other.' }),
  ],
  ['extension', 'document', (c) => set(c['x-error-catalogue'][0], { fix: 'Choose another curve.' })],
  ['order', 'CreateWalletRequest', (c) => request(c).required.reverse()],
];
