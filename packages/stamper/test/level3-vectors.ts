import { createHash, createPrivateKey, hkdfSync, sign } from 'node:crypto';
import { type Writable, writeCbor } from '@mintmark/testing/cbor-writer';
import { ed448 } from '@noble/curves/ed448.js';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';

/**
 * The test vectors of Web Authentication Level 3, "Test Vectors", made again by the recipe that the section gives: every
 * random value is HKDF-SHA-256 of one text, salted with its place in the vector, with the vector's name as info; ECDSA is
 * deterministic; the RSA key is of two Mersenne primes.
 *
 * Attestation certificates are not made again, since none is judged: a certificate is the text "certificate" here.
 */
export interface Level3Vector {
  readonly name: string;
  readonly registration: { challenge: Uint8Array; credentialId: Uint8Array; clientDataJson: Uint8Array; authData: Uint8Array; attestationObject: Uint8Array }; // biome-ignore format: one ceremony, one line
  readonly authentication: { challenge: Uint8Array; authenticatorData: Uint8Array; clientDataJson: Uint8Array; signature: Uint8Array }; // biome-ignore format: one ceremony, one line
}

interface Recipe {
  readonly algorithm?: keyof typeof keys;
  /** How many values the attestation takes between the two ceremonies: its key, the serial number of its certificate. */
  readonly attestationValues?: number;
  readonly challengeLength?: number;
  readonly credentialIdLength?: number;
  readonly frame?: object;
}

/** All fifteen, in the order of the standard. */
const recipes: Record<string, Recipe> = {
  'none.ES256': {},
  'packed-self.ES256': {},
  'none.ES256.crossOrigin': { frame: { crossOrigin: true } },
  'none.ES256.topOrigin': { frame: { crossOrigin: true, topOrigin: 'https://example.com' } },
  'none.ES256.long-credential-id': { credentialIdLength: 1023 },
  'packed.ES256': { attestationValues: 2 },
  'packed.ES384': { attestationValues: 2, algorithm: 'ES384' },
  'packed.ES512': { attestationValues: 2, algorithm: 'ES512', challengeLength: 128 },
  'packed.RS256': { attestationValues: 2, algorithm: 'RS256' },
  'packed.EdDSA': { attestationValues: 2, algorithm: 'EdDSA' },
  'packed.Ed448': { attestationValues: 2, algorithm: 'Ed448' },
  'tpm.ES256': { attestationValues: 2 },
  'android-key.ES256': { attestationValues: 1 },
  'apple.ES256': { attestationValues: 1 },
  'fido-u2f.ES256': { attestationValues: 2 },
};

export function makeLevel3Vectors(): Level3Vector[] {
  return Object.entries(recipes).map(([name, recipe]) => makeVector(name, recipe));
}

function makeVector(name: string, recipe: Recipe): Level3Vector {
  let place = 0;
  const random = (length: number) =>
    new Uint8Array(hkdfSync('sha256', 'WebAuthn test vectors', Uint8Array.of(place++), name, length));
  const format = name.startsWith('packed') ? 'packed' : (name.split('.')[0] ?? '');
  const clientData = (type: string, challenge: Uint8Array) => {
    const hasMore = ((random(1)[0] ?? 0) & 1) === 1;
    const members = {
      type,
      challenge: base64url(challenge),
      origin: 'https://example.org',
      crossOrigin: false,
      ...recipe.frame,
      ...(hasMore && { extraData: `${extraData}${base64url(random(16))}` }),
    };
    return Buffer.from(JSON.stringify(members));
  };

  const challenge = random(recipe.challengeLength ?? 32);
  const { keyLength, make } = keys[recipe.algorithm ?? 'ES256'];
  const key = make(keyLength > 0 ? random(keyLength) : new Uint8Array());
  const clientDataJson = clientData('webauthn.create', challenge);
  // Authenticators of U2F have no flags but presence.
  const isU2f = format === 'fido-u2f';
  const aaguid = random(16);
  const credentialId = random(recipe.credentialIdLength ?? 32);
  const isBackup = (flags: number) => ((flags & 0x08) !== 0 ? flags : flags & ~0x10);
  const flags = isU2f ? 0 : isBackup((random(1)[0] ?? 0) & 0x1c);
  const authData = Buffer.concat([
    head(0x41 | flags),
    aaguid,
    Uint8Array.of(credentialId.length >> 8, credentialId.length & 255),
    credentialId,
    writeCbor(key.cose),
  ]);
  for (let count = 0; count < (recipe.attestationValues ?? 0); count++) random(32);
  const signed = Buffer.concat([authData, sha256(clientDataJson)]);
  const statement = statements(name, format, () => key.sign(signed));

  const nextChallenge = random(recipe.challengeLength ?? 32);
  const nextClientData = clientData('webauthn.get', nextChallenge);
  const nextFlags = (random(1)[0] ?? 0) & ((flags & 0x08) !== 0 ? 0x14 : 0x04);
  const authenticatorData = head(0x01 | (flags & 0x08) | nextFlags);
  return {
    name,
    registration: {
      challenge,
      credentialId,
      clientDataJson,
      authData,
      attestationObject: writeCbor(
        new Map<string, Writable>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', authData],
        ]),
      ),
    },
    authentication: {
      challenge: nextChallenge,
      authenticatorData,
      clientDataJson: nextClientData,
      signature: key.sign(Buffer.concat([authenticatorData, sha256(nextClientData)])),
    },
  };
}

const extraData = 'clientDataJSON may be extended with additional fields in the future, such as this: ';

function statements(name: string, format: string, sign: () => Uint8Array): Map<string, Writable> {
  if (format === 'none') return new Map();
  const signature: [string, Writable][] = [
    ['alg', -7],
    ['sig', sign()],
  ];
  return new Map(name.startsWith('packed-self') ? signature : [...signature, ['x5c', [Buffer.from('certificate')]]]);
}

function head(flags: number): Uint8Array {
  return Buffer.concat([sha256('example.org'), Uint8Array.of(flags, 0, 0, 0, 0)]);
}

interface Key {
  readonly cose: Map<number, Writable>;
  sign(message: Uint8Array): Uint8Array;
}

const keys = {
  ES256: { keyLength: 32, make: ecdsaKey(p256, -7, 1) },
  ES384: { keyLength: 48, make: ecdsaKey(p384, -35, 2) },
  ES512: { keyLength: 65, make: ecdsaKey(p521, -36, 3) },
  EdDSA: { keyLength: 32, make: edwardsKey(ed25519, 6) },
  Ed448: { keyLength: 57, make: edwardsKey(ed448, 7) },
  RS256: { keyLength: 0, make: mersenneKey },
};

function ecdsaKey(curve: typeof p256, algorithm: number, id: number) {
  return (secret: Uint8Array): Key => {
    const length = curve.lengths.secretKey ?? 0;
    const padded = Buffer.concat([new Uint8Array(length), secret]).subarray(-length);
    const point = curve.getPublicKey(padded, false).subarray(1);
    const half = point.length / 2;
    return {
      cose: new Map<number, Writable>([
        [1, 2],
        [3, algorithm],
        [-1, id],
        [-2, point.subarray(0, half)],
        [-3, point.subarray(half)],
      ]),
      sign: (message) => curve.sign(message, padded, { lowS: false, format: 'der' }),
    };
  };
}

function edwardsKey(curve: typeof ed25519 | typeof ed448, id: number) {
  return (secret: Uint8Array): Key => ({
    cose: new Map<number, Writable>([
      [1, 1],
      [3, id === 6 ? -8 : -53],
      [-1, id],
      [-2, curve.getPublicKey(secret)],
    ]),
    sign: (message) => curve.sign(message, secret),
  });
}

function mersenneKey(): Key {
  const p = 2n ** 1279n - 1n;
  const q = 2n ** 2203n - 1n;
  const e = 65_537n;
  const d = inverse(e, (p - 1n) * (q - 1n));
  const n = p * q;
  const parts = { n, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const jwk = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, base64url(bytes(value))]));
  const key = createPrivateKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' });
  return {
    cose: new Map<number, Writable>([
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ]),
    sign: (message) => sign('sha256', message, key),
  };
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [r, next, t, nextT] = [modulus, value % modulus, 0n, 1n];
  while (next > 0n) [r, next, t, nextT] = [next, r % next, nextT, t - (r / next) * nextT];
  return ((t % modulus) + modulus) % modulus;
}

function bytes(number: bigint): Uint8Array {
  const hex = number.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

function sha256(content: Uint8Array | string): Uint8Array {
  return createHash('sha256').update(content).digest();
}

function base64url(content: Uint8Array): string {
  return Buffer.from(content).toString('base64url');
}
