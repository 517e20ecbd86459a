import { readFileSync } from 'node:fs';
import type { Vector } from '@mintmark/testing/vector';
import { describe, expect, test } from 'vitest';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { createP256Signer } from '../keys/p256-signer.ts';
import { nonceOfKey } from '../nonce-of-key.ts';
import { stampSchemes } from '../protocol.ts';
import { createAttestedStamper } from '../stampers/attested.ts';
import { createP256Stamper } from '../stampers/p256.ts';
import { createSecp256k1Stamper } from '../stampers/secp256k1.ts';
import { explainApiKeyStamp } from './explain-api-key-stamp.ts';
import { explainAttestedStamp } from './explain-attested-stamp.ts';
import { explainWebAuthnStamp } from './explain-webauthn-stamp.ts';
import type { Explanation } from './explanation.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the input has is as the file says.
type ReadVector = Vector & { readonly input: any };

const vectors = (file: string, check: string): ReadVector[] =>
  JSON.parse(readFileSync(new URL(`../../vectors/${file}.json`, import.meta.url), 'utf8')).vectors.filter(
    (vector: Vector) => vector.check === check,
  );
const utf8 = (text: string) => new TextEncoder().encode(text);
const failed = ({ checks }: Explanation) => checks.filter(({ outcome }) => outcome === 'failed');

/** Checks the order in every explanation: passed checks, then the failed one, then those not reached. */
function expectOrder({ ok, checks }: Explanation) {
  const outcomes = checks.map(({ outcome }) => outcome).join(' ');
  expect(outcomes).toMatch(ok ? /^(?:passed ?)+$/ : /^(?:passed )*failed(?: not reached)*$/);
}

describe('every vector of API-key stamps', () => {
  test.each(vectors('api-key-stamps', 'apiKeyStamp').map((vector) => [vector.name, vector] as const))(
    'behavior: %s',
    async (_, { input, result }) => {
      const { curve, publicKey, body, stamp } = input;
      const explanation = await explainApiKeyStamp(stamp, utf8(body), { curve, publicKey });
      expect(explanation.ok).toBe(result === 'valid');
      expectOrder(explanation);
    },
  );
});

describe('every vector of passkey stamps', () => {
  test.each(vectors('webauthn', 'assertion').map((vector) => [vector.name, vector] as const))(
    'behavior: %s',
    async (_, { input, result, reason }) => {
      const explanation = await explainWebAuthnStamp(input.stamp, utf8(input.body), input.credential, input.policy);
      // The stored counter is not an input: it is about the passkey, not the stamp.
      expect(explanation.ok).toBe(result === 'valid' || reason === 'SIGN_COUNT_REGRESSED');
      expectOrder(explanation);
    },
  );
});

describe('every vector of attested stamps', () => {
  test.each(vectors('attested-stamps', 'attestedStamp').map((vector) => [vector.name, vector] as const))(
    'behavior: %s',
    async (_, { input, result }) => {
      const explanation = await explainAttestedStamp(input.stamp, utf8(input.body));
      const isOfToken = failed(explanation).some(({ check }) => check.startsWith('the token'));
      // The vectors are about the stamp: not all of them have a token that names the key.
      expect(explanation.ok || isOfToken).toBe(result === 'valid');
      expectOrder(explanation);
    },
  );
});

const key = generatePrivateKey('p256');
const text = '{"organizationId":"6f1e7a3c","parameters":{"userTagIds":["a","b"]}}';
const stamped = createP256Stamper(key.toApiKey()).stamp(text);

test('default: unknown values are taken from the stamp, with a note', async () => {
  const { value } = await stamped;
  const explanation = await explainApiKeyStamp(value, utf8(text));
  expect(explanation.ok).toBe(true);
  expect(explanation.notes).toEqual([
    'assumed: the key is registered with the curve p256',
    'assumed: the registered key is the one that the stamp names',
  ]);
});

test.each([
  ['a line end after the body', `${text}\n`, 'without the white space around it'],
  [
    'a body that was indented in transit',
    JSON.stringify(JSON.parse(text), null, 2),
    'without white space between its parts',
  ],
  ['a byte order mark before the body', `\ufeff${text}`, 'without the byte order mark'],
])('behavior: detects %s', async (_, sent, change) => {
  const explanation = await explainApiKeyStamp((await stamped).value, utf8(sent), { curve: 'p256' });
  expect(failed(explanation)).toMatchObject([{ check: 'the signature is valid for this body' }]);
  expect(explanation.notes).toContain(`the signature is valid for the body ${change}`);
});

test('behavior: detects a stamp that was made before the body was compacted', async () => {
  for (const [original, change] of [
    [JSON.stringify(JSON.parse(text), null, 2), 'as JSON indented by two'],
    [
      '{"organizationId": "6f1e7a3c", "parameters": {"userTagIds": ["a", "b"]}}',
      'as JSON with spaces after colons and commas',
    ],
    [`${text}\n`, 'with a line end after it'],
    ['', 'without any content'],
  ] as const) {
    const { value } = await createP256Stamper(key.toApiKey()).stamp(original);
    const explanation = await explainApiKeyStamp(value, utf8(text), { curve: 'p256' });
    expect(explanation.notes).toContain(`the signature is valid for the body ${change}`);
  }
});

test.each([
  ['{"name":"Zo\\u00eb"}', '{"name":"Zoë"}', 'as JSON without white space, escaped to ASCII'],
  ['{"age":1,"name":"Zoë"}', '{"name":"Zoë","age":1}', 'as JSON without white space and sorted members'],
  [
    '{"age": 1, "name": "Zo\\u00eb"}',
    '{"name":"Zoë","age":1}',
    'as JSON with spaces after colons and commas and sorted members, escaped to ASCII',
  ],
  ['{"a":1.0,"b":"x y"}', '{ "a": 1.0, "b": "x y" }', 'without white space between its parts'],
  ['{\r\n}', '{\n}', 'with CRLF line ends'],
  ['\ufeff{}', '{}', 'with a byte order mark'],
])('behavior: detects %j that arrives as %j', async (original, sent, change) => {
  const { value } = await createP256Stamper(key.toApiKey()).stamp(original);
  const explanation = await explainApiKeyStamp(value, utf8(sent), { curve: 'p256' });
  expect(explanation.notes).toContain(`the signature is valid for the body ${change}`);
});

test.each([
  ['the header with its name', (value: string) => `X-Stamp: ${value}`],
  ['quotes', (value: string) => `"${value}"`],
  ['line breaks', (value: string) => value.replaceAll(/.{64}/g, '$&\n')],
])('behavior: detects %s in the stamp', async (_, change) => {
  const explanation = await explainApiKeyStamp(change((await stamped).value), utf8(text));
  expect(failed(explanation)).toMatchObject([{ check: expect.stringContaining('the header is base64url') }]);
  expect(explanation.notes).toEqual(['the stamp decodes without the header name, quotes and white space']);
});

test('behavior: detects the JSON of a stamp instead of its base64url', async () => {
  const json = Buffer.from((await stamped).value, 'base64url').toString();
  expect((await explainApiKeyStamp(json, utf8(text))).notes).toEqual([
    'the stamp is JSON: the header must hold its base64url',
  ]);
});

test('behavior: notes a curve that is not the one of the stamp', async () => {
  const explanation = await explainApiKeyStamp((await stamped).value, utf8(text), { curve: 'ed25519' });
  expect(explanation.notes).toContain('the stamp says that its key is on p256');
});

test('behavior: detects the other scheme of the curve', async () => {
  const { value } = await createSecp256k1Stamper(generatePrivateKey('secp256k1').toApiKey()).stamp(text);
  const members = JSON.parse(Buffer.from(value, 'base64url').toString());
  const relabelled = Buffer.from(JSON.stringify({ ...members, scheme: stampSchemes.eip191 })).toString('base64url');
  const explanation = await explainApiKeyStamp(relabelled, utf8(text));
  expect(explanation.notes).toContain(
    `the signature is valid for this body under the scheme ${stampSchemes.secp256k1}`,
  );
});

test('behavior: a body that is not text is explained without guesses', async () => {
  const explanation = await explainApiKeyStamp((await stamped).value, Uint8Array.of(0xff), { curve: 'p256' });
  expect(explanation.ok).toBe(false);
  expect(explanation.notes.filter((note) => note.startsWith('the signature is valid'))).toEqual([]);
});

test('behavior: detects the challenge of another spelling of the body', async () => {
  const [sound] = vectors('webauthn', 'assertion');
  const { stamp, body, credential, policy } = sound?.input ?? expect.unreachable();
  const explanation = await explainWebAuthnStamp(stamp, utf8(`${body}\n`), credential, policy);
  expect(failed(explanation)).toMatchObject([{ check: 'the challenge matches this body' }]);
  expect(explanation.notes).toEqual(['the challenge matches the body without the white space around it']);
});

test('error: an invalid registered key', async () => {
  const { value } = await stamped;
  const apiKey = await explainApiKeyStamp(value, utf8(text), { curve: 'p256', publicKey: '00' });
  expect(failed(apiKey)).toMatchObject([{ check: 'the registered public key is valid on p256' }]);
  const [sound] = vectors('webauthn', 'assertion');
  const passkey = await explainWebAuthnStamp(sound?.input.stamp, utf8(text), { publicKey: 'AA', rpId: 'example.com' });
  expect(failed(passkey)).toMatchObject([{ check: expect.stringContaining('is a COSE key') }]);
});

test.each([
  ['nested deeply', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['made of escaped quotes', `"${'\\"'.repeat(32_000)}`],
  ['made of unclosed brackets', '{"a":'.repeat(12_000)],
])('behavior: a body that is %s is explained', async (_, sent) => {
  const explanation = await explainApiKeyStamp((await stamped).value, utf8(sent), { curve: 'p256' });
  expect(failed(explanation)).toMatchObject([{ check: 'the signature is valid for this body' }]);
});

describe('an attested stamp', () => {
  const signer = createP256Signer(key.toApiKey());
  const jwt = (claims: object) =>
    ['{}', JSON.stringify(claims), 's'].map((part) => Buffer.from(part).toString('base64url')).join('.');
  const byCode = (claims: object) => createAttestedStamper({ signer, verificationToken: jwt(claims) }).stamp(text);
  const byOidc = (claims: object) => createAttestedStamper({ signer, oidcToken: jwt(claims) }).stamp(text);
  const public_key = key.publicKey.hex;

  test('default: the token is read, with a note that it is not verified', async () => {
    const nonce = await nonceOfKey(public_key);
    for (const { value } of [await byCode({ public_key }), await byOidc({ nonce }), await byOidc({ tknonce: nonce })]) {
      const explanation = await explainAttestedStamp(value, utf8(text));
      expectOrder(explanation);
      expect(explanation).toMatchObject({
        ok: true,
        notes: ['not checked: the signature, the issuer and the expiry of the token'],
      });
    }
  });

  test('behavior: detects a token of another key', async () => {
    const other = generatePrivateKey('p256').publicKey.hex;
    const code = await explainAttestedStamp((await byCode({ public_key: other })).value, utf8(text));
    expect(failed(code)).toMatchObject([{ check: 'the token names the key in the stamp, in its public_key' }]);
    const nonce = await nonceOfKey(other);
    const oidc = await explainAttestedStamp((await byOidc({ nonce })).value, utf8(text));
    expect(failed(oidc)).toMatchObject([
      {
        check: 'the token names the key in the stamp, in its nonce',
        problem: 'token.payload.nonce is not the nonce of the key in the stamp',
      },
    ]);
    expect([code, oidc]).toMatchObject([{ ok: false }, { ok: false }]);
  });

  test('behavior: detects a token without the claim', async () => {
    const code = await explainAttestedStamp((await byCode({})).value, utf8(text));
    expect(failed(code)).toMatchObject([{ check: expect.stringContaining('the token names the key') }]);
  });

  test.each(['text', 'e30.e30', 'e30.e30.e30.e30', 'e30.+.e30', 'e30.W10.e30'])(
    'behavior: detects a token that is not a compact JWT: %s',
    async (verificationToken) => {
      const { value } = await createAttestedStamper({ signer, verificationToken }).stamp(text);
      const explanation = await explainAttestedStamp(value, utf8(text));
      expectOrder(explanation);
      expect(failed(explanation)).toMatchObject([{ check: 'the token is a compact JWT' }]);
    },
  );

  test('behavior: detects a change of the body', async () => {
    const explanation = await explainAttestedStamp((await byCode({ public_key })).value, utf8(`${text}\n`));
    expectOrder(explanation);
    expect(failed(explanation)).toMatchObject([{ check: 'the signature is valid for this body' }]);
    expect(explanation.notes).toEqual(['the signature is valid for the body without the white space around it']);
  });

  test.each([
    ['the header with its name', (value: string) => `X-Stamp-Attested: ${value}`],
    ['quotes', (value: string) => `"${value}"`],
    ['line breaks', (value: string) => value.replaceAll(/.{64}/g, '$&\n')],
    ['quotes around its JSON', (value: string) => `'${Buffer.from(value, 'base64url')}'`],
  ])('behavior: detects %s in the stamp', async (_, change) => {
    const explanation = await explainAttestedStamp(change((await byCode({ public_key })).value), utf8(text));
    expect(failed(explanation)).toMatchObject([{ check: expect.stringContaining('the header is base64url') }]);
    expect(explanation.notes).toEqual(['the stamp decodes without the header name, quotes and white space']);
  });
});
