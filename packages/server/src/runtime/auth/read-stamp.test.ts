import { createAttestedStamper, createP256Signer, createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { expect, test } from 'vitest';
import { stampFor } from '../../../test/exchange.ts';
import { newPasskey } from '../../../test/passkey.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { credentialNameOf, readStamp } from './read-stamp.ts';

const body = Buffer.from('{}');
const key = generatePrivateKey('p256').toApiKey();
const oidcToken = 'e30.e30.c2ln';
const stampers = {
  apiKey: createP256Stamper(key),
  passkey: newPasskey().stamper,
  attested: createAttestedStamper({ signer: createP256Signer(key), oidcToken }),
};

type Headers = Readonly<Record<string, readonly string[]>>;
const read = (headers: Headers) => readStamp((name) => headers[name] ?? []);
const headersOf = (kind: keyof typeof stampers) => stampFor({ stamper: stampers[kind] }, body);

function refusalOf(headers: Headers): ApiError {
  const refusal = read(headers);
  return refusal instanceof ApiError ? refusal : expect.unreachable('the stamp was read');
}

test.each(['apiKey', 'passkey', 'attested'] as const)('default: %s', async (kind) => {
  expect(read(await headersOf(kind))).toMatchObject({ kind });
});

test('behavior: an attested stamp has its token and its key', async () => {
  expect(read(await headersOf('attested'))).toMatchObject({
    stamp: { attestation: oidcToken, publicKey: key.publicKey },
  });
});

test('behavior: an API key and an attested stamp of the same key have different names', async () => {
  const names = (await Promise.all([headersOf('apiKey'), headersOf('attested')])).map((headers) => {
    const stamp = read(headers);
    return stamp instanceof ApiError ? expect.unreachable(stamp.message) : credentialNameOf(stamp);
  });
  expect(names).toEqual([`p256 ${key.publicKey}`, `attested ${key.publicKey}`]);
});

test.each([
  ['apiKey', 'attested'],
  ['passkey', 'attested'],
  ['apiKey', 'passkey'],
] as const)('error: stamps of %s and %s', async (one, other) => {
  const refusal = refusalOf({ ...(await headersOf(one)), ...(await headersOf(other)) });
  expect(refusal.code).toBe('SIGNATURE_MISSING');
});

test('error: no stamp, and the same stamp twice', async () => {
  const headers = await headersOf('attested');
  const twice = Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, [...values, ...values]]));
  expect([refusalOf({}).code, refusalOf(twice).code]).toEqual(['SIGNATURE_MISSING', 'SIGNATURE_MISSING']);
});

test.each([
  ['x-stamp', 'api key'],
  ['x-stamp-webauthn', 'webauthn'],
  ['x-stamp-attested', 'attested'],
])('error: a malformed %s', (name, words) => {
  const { code, message } = refusalOf({ [name]: ['!'] });
  expect([code, message]).toEqual([
    'SIGNATURE_INVALID',
    `malformed stamp: could not extract ${words} stamp: stamp is not canonical base64url`,
  ]);
});
