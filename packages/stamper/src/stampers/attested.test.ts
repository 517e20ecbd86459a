import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { failure } from '../../test/failure.ts';
import { encodeHex } from '../encoding/hex.ts';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { createP256Signer } from '../keys/p256-signer.ts';
import { exportJwk } from '../keys/private-jwk.ts';
import { softwareP256 } from '../keys/software.ts';
import { type AttestedStamperOptions, createAttestedStamper } from './attested.ts';

const key = generatePrivateKey('p256');
const signer = createP256Signer(key.toApiKey());
const token = 'eyJhbGciOiJFUzI1NiJ9.eyJhIjoifj8-In0.c2ln';
const bodies = ['', '{}', '{"name":"Zoë 🔑"}', 'x'.repeat(100_000)];

const read = (value: string) => JSON.parse(Buffer.from(value, 'base64url').toString());

function verifies(body: string, signature: string): boolean {
  const { d, ...jwk } = exportJwk(key);
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  return verify('sha256', Buffer.from(body), publicKey, Buffer.from(signature, 'hex'));
}

test.each([
  ['STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN', { signer, verificationToken: token }],
  ['STAMP_ATTESTED_SCHEME_P256_OIDC', { signer, oidcToken: token }],
] as const)(
  'default: OpenSSL verifies a stamp of %s, whose value is bare base64url of four members',
  async (scheme, options) => {
    const stamper = createAttestedStamper(options);
    for (const body of bodies) {
      const { name, value } = await stamper.stamp(body);
      expect(name).toBe('X-Stamp-Attested');
      expect(value).toMatch(/^[A-Za-z0-9_-]+$/);
      const { signature, ...rest } = read(value);
      expect(rest).toEqual({ publicKeyAttestation: token, scheme, publicKey: key.publicKey.hex });
      expect(signature).toMatch(/^30[0-9a-f]+$/);
      expect(verifies(body, signature)).toBe(true);
    }
  },
);

test('behavior: bytes are stamped as they are', async () => {
  const body = '{"name":"Zoë"}';
  const { value } = await createAttestedStamper({ signer, oidcToken: token }).stamp(new TextEncoder().encode(body));
  expect(verifies(body, read(value).signature)).toBe(true);
});

test('behavior: the stamp has the canonical spelling of the public key, however the signer gives it', async () => {
  const uncompressed = encodeHex(key.publicKey.uncompressed);
  for (const publicKey of [key.publicKey.hex.toUpperCase(), uncompressed, uncompressed.toUpperCase()]) {
    const stamper = createAttestedStamper({ signer: { ...signer, publicKey }, oidcToken: token });
    expect(read((await stamper.stamp('{}')).value).publicKey).toBe(key.publicKey.hex);
  }
});

test('behavior: signs with the software implementation', async () => {
  const inSoftware = createP256Signer(key.toApiKey(), softwareP256);
  const { value } = await createAttestedStamper({ signer: inSoftware, oidcToken: token }).stamp('{}');
  expect(verifies('{}', read(value).signature)).toBe(true);
});

test('behavior: a token of the greatest length', async () => {
  const oidcToken = 'a'.repeat(16_384);
  const { value } = await createAttestedStamper({ signer, oidcToken }).stamp('{}');
  expect(read(value).publicKeyAttestation).toBe(oidcToken);
});

test.each([
  ['no token', { signer }, 'options'],
  ['both tokens', { signer, verificationToken: token, oidcToken: token }, 'options'],
  ['an empty token', { signer, verificationToken: '' }, 'verificationToken'],
  ['a token beyond ASCII', { signer, oidcToken: 'Zoë' }, 'oidcToken'],
  ['a token that is not text', { signer, oidcToken: null }, 'oidcToken'],
  ['a token that is too long', { signer, oidcToken: 'a'.repeat(16_385) }, 'oidcToken'],
  ['a malformed key', { signer: { ...signer, publicKey: '02' }, oidcToken: token }, 'signer.publicKey'],
])('error: %s', async (_, options, part) => {
  expect(await failure(() => createAttestedStamper(options as unknown as AttestedStamperOptions))).toBe(
    `MALFORMED ${part}`,
  );
});

test('error: a key that is not on the curve', async () => {
  const publicKey = `02${'f'.repeat(64)}`;
  expect(await failure(() => createAttestedStamper({ signer: { ...signer, publicKey }, oidcToken: token }))).toBe(
    'INVALID_KEY signer.publicKey',
  );
});

test('error: a body that UTF-8 cannot encode, and a signer that fails', async () => {
  const stamper = createAttestedStamper({ signer, oidcToken: token });
  expect(await failure(stamper.stamp('\ud800'))).toBe('MALFORMED body');
  const broken = { publicKey: signer.publicKey, sign: async () => new Uint8Array(70) };
  expect(await failure(createAttestedStamper({ signer: broken, oidcToken: token }).stamp('{}'))).toBe(
    'MALFORMED signature',
  );
});
