import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { failure, reason } from '../../test/failure.ts';
import { importWebhookKeys } from './import-webhook-keys.ts';
import { type ReceivedWebhook, verifyWebhook } from './verify-webhook.ts';

const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

function keyOf(seed: Uint8Array) {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { key, jwk: { kty: 'OKP', crv: 'Ed25519', x, kid: 'one', alg: 'EdDSA', use: 'sig' } };
}

/** The vector that the reference implementation of Standard Webhooks publishes for v1a. */
const published = {
  seed: Buffer.from('VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=', 'base64'),
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==',
  },
  body: '{"test": 2432232314}',
};
const now = () => 1_614_265_330_000;
const keys = await importWebhookKeys({ keys: [keyOf(published.seed).jwk] });
const verify = (more: Partial<ReceivedWebhook> = {}) =>
  verifyWebhook({ headers: published.headers, body: published.body, keys, now, ...more });

const { key, jwk } = keyOf(Buffer.alloc(32, 7));
const ownKeys = await importWebhookKeys({ keys: [jwk] });
const endpointId = '4f6c1d2a-93b7-4e58-8a0c-7d52e1b9c604';

/** A webhook of our own. */
function signed({ id = `event_${endpointId}`, timestamp = '1614265330', body = '{}' } = {}) {
  const signature = sign(null, Buffer.from(`${id}.${timestamp}.${body}`), key).toString('base64');
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1a,${signature}` };
  return { headers, body, keys: ownKeys, now, endpointId };
}

test('default', async () => {
  expect(await verify()).toEqual({ ok: true, id: published.headers['webhook-id'], timestamp: 1_614_265_330 });
  expect(await verifyWebhook(signed())).toMatchObject({ ok: true });
});

describe('args: headers', () => {
  test.each([
    ['of fetch', new Headers(published.headers)],
    ['in other case', { ...mapNames((name) => name.toUpperCase()) }],
    [
      'as lists',
      {
        ...mapNames(
          (name) => name,
          (value) => [value],
        ),
      },
    ],
    ['with others', { host: 'example.com', cookie: undefined, ...published.headers }],
  ])('%s', async (_, headers) => {
    expect(reason(await verify({ headers }))).toBe('ok');
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)('error: without %s', async (name) => {
    expect(reason(await verify({ headers: { ...published.headers, [name]: undefined } }))).toBe(`MALFORMED ${name}`);
    expect(reason(await verify({ headers: { ...published.headers, [name]: '' } }))).toBe(`MALFORMED ${name}`);
    const twice = { ...published.headers, [name]: [published.headers[name], published.headers[name]] };
    expect(reason(await verify({ headers: twice }))).toBe(`MALFORMED ${name}`);
  });
});

function mapNames(
  nameOf: (name: string) => string,
  held: (value: string) => string | string[] = (value) => value,
): Record<string, string | string[]> {
  return Object.fromEntries(Object.entries(published.headers).map(([name, value]) => [nameOf(name), held(value)]));
}

test('args: the body as bytes', async () => {
  expect(reason(await verify({ body: new TextEncoder().encode(published.body) }))).toBe('ok');
  expect(reason(await verify({ body: [123] as never }))).toBe('MALFORMED body');
});

test('behavior: one of several signatures and one of several keys is enough', async () => {
  const ours = published.headers['webhook-signature'];
  const other = `v1a,${Buffer.alloc(64, 1).toString('base64')}`;
  const list = `v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc= ${other} ${ours} v2,anything`;
  const headers = { ...published.headers, 'webhook-signature': list };
  const both = await importWebhookKeys({ keys: [jwk, keyOf(published.seed).jwk] });
  expect(reason(await verify({ headers, keys: both }))).toBe('ok');
});

test.each([
  ['another body', { body: '{"test": 2432232315}' }, 'SIGNATURE_INVALID webhook-signature'],
  ['a body that was serialized again', { body: '{"test":2432232314}' }, 'SIGNATURE_INVALID webhook-signature'],
  ['another key', { keys: ownKeys }, 'SIGNATURE_INVALID webhook-signature'],
  ['no keys', { keys: [] }, 'SIGNATURE_INVALID webhook-signature'],
  ['another id', { headers: { ...published.headers, 'webhook-id': 'msg_2' } }, 'SIGNATURE_INVALID webhook-signature'],
  [
    'another time',
    { headers: { ...published.headers, 'webhook-timestamp': '1614265331' } },
    'SIGNATURE_INVALID webhook-signature',
  ],
  ['an id with a dot', { headers: { ...published.headers, 'webhook-id': 'msg.1614265330' } }, 'MALFORMED webhook-id'],
  [
    'a time with a zero before it',
    { headers: { ...published.headers, 'webhook-timestamp': '01614265330' } },
    'MALFORMED webhook-timestamp',
  ],
  [
    'a time that is no number',
    { headers: { ...published.headers, 'webhook-timestamp': 'NaN' } },
    'MALFORMED webhook-timestamp',
  ],
  [
    'only v1',
    { headers: { ...published.headers, 'webhook-signature': 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=' } },
    'VERSION_UNSUPPORTED webhook-signature',
  ],
  [
    'a short signature',
    { headers: { ...published.headers, 'webhook-signature': 'v1a,Ceo5' } },
    'MALFORMED webhook-signature',
  ],
  [
    'an empty signature',
    { headers: { ...published.headers, 'webhook-signature': 'v1a,' } },
    'MALFORMED webhook-signature',
  ],
  ['another endpoint', { endpointId }, 'BINDING_MISMATCH webhook-id'],
])('error: %s', async (_, more, expected) => {
  expect(reason(await verify(more))).toBe(expected);
});

test('behavior: the time may differ by five minutes', async () => {
  const at = (seconds: number) => () => now() + seconds * 1000;
  for (const seconds of [-300, 0, 300]) expect(reason(await verify({ now: at(seconds) }))).toBe('ok');
  for (const seconds of [-301, 301, Number.NaN])
    expect(reason(await verify({ now: at(seconds) }))).toBe('TIME_OUT_OF_RANGE webhook-timestamp');
  expect(reason(await verify({ now: at(31), toleranceSeconds: 30 }))).toBe('TIME_OUT_OF_RANGE webhook-timestamp');
  expect(reason(await verify({ toleranceSeconds: Number.NaN }))).toBe('TIME_OUT_OF_RANGE webhook-timestamp');
});

test('behavior: an endpoint refuses what was signed for another one', async () => {
  const other = '00000000-0000-4000-8000-000000000000';
  expect(reason(await verifyWebhook(signed({ id: `event_${other}` })))).toBe('BINDING_MISMATCH webhook-id');
  expect(reason(await verifyWebhook(signed({ id: endpointId })))).toBe('BINDING_MISMATCH webhook-id');
  expect(reason(await verifyWebhook({ ...signed(), endpointId: endpointId.toUpperCase() }))).toBe('ok');
});

describe('importWebhookKeys', () => {
  test('behavior: skips keys of other kinds and for other uses', async () => {
    const others = [
      { kty: 'EC', crv: 'P-256' },
      { ...jwk, use: 'enc' },
      { ...jwk, alg: 'ES256' },
    ];
    expect(await importWebhookKeys({ keys: [...others, jwk] })).toHaveLength(1);
  });

  test.each([
    ['no set', undefined, 'MALFORMED jwks.keys'],
    ['too many keys', { keys: Array.from({ length: 11 }, () => jwk) }, 'MALFORMED jwks.keys'],
    ['no usable key', { keys: [] }, 'MALFORMED jwks.keys'],
    ['a key that is no object', { keys: ['key'] }, 'MALFORMED jwks.keys[0]'],
    ['a private key', { keys: [{ ...jwk, d: jwk.x }] }, 'INVALID_KEY jwks.keys[0]'],
    ['a short key', { keys: [{ ...jwk, x: 'AA' }] }, 'MALFORMED jwks.keys[0].x'],
    [
      'a key of small order',
      { keys: [{ ...jwk, x: Buffer.alloc(32).toString('base64url') }] },
      'INVALID_KEY jwks.keys[0]',
    ],
  ])('error: %s', async (_, jwks, expected) => {
    expect(await failure(() => importWebhookKeys(jwks))).toBe(expected);
  });
});
