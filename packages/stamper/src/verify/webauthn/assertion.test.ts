import { writeCbor } from '@mintmark/testing/cbor-writer';
import {
  base64url,
  type Ceremony,
  challengeOf,
  flag,
  origin,
  rpId,
  SoftwareAuthenticator,
  type TestAlgorithm,
  testAlgorithms,
} from '@mintmark/testing/software-authenticator';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StamperErrorCode } from '../../stamper-error.ts';
import { type StoredCredential, verifyAssertion } from './assertion.ts';
import type { WebAuthnPolicy } from './client-data.ts';
import { createCredentialKey } from './cose-key.ts';
import { readWebAuthnStamp, type WebAuthnStamp } from './webauthn-stamp.ts';

const body = new TextEncoder().encode('{"type":"ACTIVITY_TYPE_CREATE_USERS_V4","name":"Ada ☃"}');
const authenticators = new Map<TestAlgorithm, { authenticator: SoftwareAuthenticator; credential: StoredCredential }>();

beforeAll(async () => {
  for (const algorithm of testAlgorithms) {
    const authenticator = new SoftwareAuthenticator(algorithm);
    const key = await createCredentialKey(writeCbor(authenticator.cose));
    const credential = { credentialId: base64url(authenticator.credentialId), key, rpId, signCount: 0 };
    authenticators.set(algorithm, { authenticator, credential });
  }
});

interface Variant extends Ceremony {
  stored?: Partial<StoredCredential>;
  policy?: Partial<WebAuthnPolicy>;
  algorithm?: TestAlgorithm;
  sent?: Uint8Array;
}

function verdictOf({ stored, policy, algorithm = 'ES256', sent = body, ...ceremony }: Variant = {}) {
  const { authenticator, credential } = authenticators.get(algorithm) ?? expect.unreachable();
  return verifyAssertion({
    stamp: readWebAuthnStamp(JSON.stringify(authenticator.assert(challengeOf(body), ceremony))),
    body: sent,
    credential: { ...credential, ...stored },
    policy: { userVerification: 'preferred', ...policy },
  });
}

describe('verifyAssertion', () => {
  test.each(testAlgorithms)('default: %s', async (algorithm) => {
    expect(await verdictOf({ algorithm, signCount: 7 })).toEqual({
      ok: true,
      signCount: 7,
      userVerified: true,
      backupEligible: false,
      backedUp: false,
      origin,
    });
  });

  test.each(testAlgorithms)('error: %s with any other signature', async (algorithm) => {
    const { authenticator } = authenticators.get(algorithm) ?? expect.unreachable();
    const other = new SoftwareAuthenticator(algorithm);
    const swaps: ((signature: Uint8Array) => Uint8Array)[] = [
      () => new Uint8Array(),
      (signature) => signature.map((byte, index) => (index === signature.length - 1 ? byte ^ 1 : byte)),
      (signature) => signature.subarray(0, -1),
      (signature) => Buffer.concat([signature, Uint8Array.of(0)]),
      (signature) => Buffer.concat([Uint8Array.of(0), signature]),
      () => authenticator.sign(new TextEncoder().encode('something else')),
      () => other.sign(body),
      (signature) => new Uint8Array(signature.length),
      (signature) => new Uint8Array(signature.length).fill(255),
    ];
    for (const swapSignature of swaps) {
      expect(await verdictOf({ algorithm, swapSignature })).toMatchObject({
        ok: false,
        error: { code: 'SIGNATURE_INVALID', part: 'stamp.signature' },
      });
    }
  });

  test('behavior: accepts s in either half', async () => {
    const halves = new Set<boolean>();
    for (let round = 0; round < 64 && halves.size < 2; round++) {
      let isHigh = false;
      const swapSignature = (der: Uint8Array) => {
        const s = der.subarray(4 + (der[3] ?? 0) + 2);
        isHigh = s.length === 33;
        return der;
      };
      expect(await verdictOf({ swapSignature })).toMatchObject({ ok: true });
      halves.add(isHigh);
    }
    expect(halves.size).toBe(2);
  });

  test('error: r and s not as DER, but as 64 bytes', async () => {
    const swapSignature = (der: Uint8Array) => {
      const r = der.subarray(4, 4 + (der[3] ?? 0));
      const s = der.subarray(4 + r.length + 2);
      return Buffer.concat([r, s].map((number) => Buffer.concat([new Uint8Array(32), number]).subarray(-32)));
    };
    expect(await verdictOf({ swapSignature })).toMatchObject({ error: { code: 'SIGNATURE_INVALID' } });
  });

  const accepted: Record<string, Variant> = {
    'the relying party itself': { origin: 'https://example.com' },
    'a page far below': { origin: 'https://a.b.c.example.com' },
    'another port': { origin: 'https://example.com:8443' },
    'an allowed origin': { policy: { origins: ['https://other.example.com', origin] } },
    'localhost with http': { origin: 'http://localhost:5173', rpId: 'localhost', stored: { rpId: 'localhost' } },
    'below localhost with http': { origin: 'http://app.localhost', rpId: 'localhost', stored: { rpId: 'localhost' } },
    'localhost with https': { origin: 'https://localhost', rpId: 'localhost', stored: { rpId: 'localhost' } },
    'no user verification': { flags: flag.UP },
    'user verification that is required': { policy: { userVerification: 'required' } },
    'bits that are reserved': { flags: flag.UP | 0x02 | 0x20 },
    'client data without crossOrigin': { clientData: { crossOrigin: undefined } },
    'unknown members': { clientData: { other_keys_can_be_added_here: 'do not compare', x: { y: [1] } } },
    extensions: { extensions: writeCbor(new Map([['uvm', [[2, 4, 2]]]])) },
    'a frame where frames are allowed': { clientData: { crossOrigin: true }, policy: { allowCrossOrigin: true } },
    'a named frame where frames are allowed': {
      clientData: { crossOrigin: true, topOrigin: 'https://example.org' },
      policy: { allowCrossOrigin: true },
    },
    'no counter': { signCount: 0, stored: { signCount: 0 } },
    'a first counter': { signCount: 1, stored: { signCount: 0 } },
    'a counter that increases': { signCount: 9, stored: { signCount: 8 } },
    'the largest counter': { signCount: 2 ** 32 - 1, stored: { signCount: 2 ** 32 - 2 } },
    'a counter that stopped': { signCount: 0, stored: { signCount: 8 } },
  };

  test.each(Object.entries(accepted))('behavior: accepts %s', async (_, variant) => {
    expect(await verdictOf(variant)).toMatchObject({ ok: true });
  });

  test('behavior: returns the flags', async () => {
    expect(await verdictOf({ flags: flag.UP | flag.BE })).toMatchObject({ backupEligible: true, backedUp: false });
    expect(await verdictOf({ flags: flag.UP | flag.BE | flag.BS })).toMatchObject({
      backedUp: true,
      userVerified: false,
    });
  });

  test('behavior: the counter to store never goes back', async () => {
    expect(await verdictOf({ signCount: 0, stored: { signCount: 8 } })).toMatchObject({ signCount: 8 });
  });

  const clientDataText = (text: string) => ({ clientDataJson: new TextEncoder().encode(text) });
  const json = (members: object) =>
    JSON.stringify({ type: 'webauthn.get', challenge: challengeOf(body), origin, ...members });

  const refused: Record<string, Variant & { code: StamperErrorCode; part?: string }> = {
    'another credential': { code: 'CREDENTIAL_MISMATCH', stored: { credentialId: base64url(new Uint8Array(32)) } },
    'a registration': { code: 'CEREMONY_MISMATCH', type: 'webauthn.create' },
    'another ceremony': { code: 'CEREMONY_MISMATCH', type: 'payment.get' },
    'a ceremony in other letters': { code: 'CEREMONY_MISMATCH', type: 'WebAuthn.get' },
    'another body': { code: 'CHALLENGE_MISMATCH', sent: new TextEncoder().encode('{}') },
    'the body in another spelling': { code: 'CHALLENGE_MISMATCH', sent: Buffer.concat([body, Buffer.from('\n')]) },
    'the raw hash': { code: 'CHALLENGE_MISMATCH', challenge: Buffer.from(challengeOf(body), 'base64url').toString() },
    'a padded challenge': { code: 'CHALLENGE_MISMATCH', challenge: `${challengeOf(body)}==` },
    'a challenge in upper case': {
      code: 'CHALLENGE_MISMATCH',
      challenge: base64url(Buffer.from(Buffer.from(challengeOf(body), 'base64url').toString().toUpperCase())),
    },
    'no challenge': { code: 'CHALLENGE_MISMATCH', challenge: '' },
    'http on the network': { code: 'ORIGIN_NOT_ALLOWED', origin: 'http://app.example.com' },
    'another site': { code: 'ORIGIN_NOT_ALLOWED', origin: 'https://example.org' },
    'a name with the same ending': { code: 'ORIGIN_NOT_ALLOWED', origin: 'https://evilexample.com' },
    'a name with the same beginning': { code: 'ORIGIN_NOT_ALLOWED', origin: 'https://example.com.evil.org' },
    'a page above': {
      code: 'ORIGIN_NOT_ALLOWED',
      origin: 'https://example.com',
      stored: { rpId: 'app.example.com' },
      rpId: 'app.example.com',
    },
    'a top-level domain': { code: 'ORIGIN_NOT_ALLOWED', origin: 'https://com' },
    'an origin with a path': { code: 'ORIGIN_NOT_ALLOWED', origin: 'https://app.example.com/' },
    'an origin with a user': { code: 'ORIGIN_NOT_ALLOWED', origin: 'https://app.example.com@app.example.com' },
    'an origin with its default port': { code: 'ORIGIN_NOT_ALLOWED', origin: 'https://app.example.com:443' },
    'an origin in upper case': { code: 'ORIGIN_NOT_ALLOWED', origin: 'https://APP.example.com' },
    'an origin with a last dot': { code: 'ORIGIN_NOT_ALLOWED', origin: 'https://app.example.com.' },
    'an opaque origin': { code: 'ORIGIN_NOT_ALLOWED', origin: 'null' },
    'an app': {
      code: 'ORIGIN_NOT_ALLOWED',
      origin: 'android:apk-key-hash:47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
    },
    'another protocol': { code: 'ORIGIN_NOT_ALLOWED', origin: 'wss://app.example.com' },
    'an old protocol': { code: 'ORIGIN_NOT_ALLOWED', origin: 'ftp://app.example.com' },
    'an extension': { code: 'ORIGIN_NOT_ALLOWED', origin: 'chrome-extension://example.com' },
    'an IP address': {
      code: 'ORIGIN_NOT_ALLOWED',
      origin: 'https://127.0.0.1',
      rpId: '127.0.0.1',
      stored: { rpId: '127.0.0.1' },
    },
    'an IPv6 address': {
      code: 'ORIGIN_NOT_ALLOWED',
      origin: 'https://[::1]',
      rpId: '[::1]',
      stored: { rpId: '[::1]' },
    },
    'an endless origin': { code: 'ORIGIN_NOT_ALLOWED', origin: `https://${'a.'.repeat(500)}example.com` },
    'http on a name with the same ending': {
      code: 'ORIGIN_NOT_ALLOWED',
      origin: 'http://notlocalhost',
      rpId: 'notlocalhost',
      stored: { rpId: 'notlocalhost' },
    },
    'no relying party': { code: 'ORIGIN_NOT_ALLOWED', rpId: '', stored: { rpId: '' } },
    'an origin that is not in the list': { code: 'ORIGIN_NOT_ALLOWED', policy: { origins: ['https://example.com'] } },
    'an origin that begins like one in the list': {
      code: 'ORIGIN_NOT_ALLOWED',
      policy: { origins: ['https://app.example.co', 'https://app.example.com:8443'] },
    },
    'any origin with an empty list': { code: 'ORIGIN_NOT_ALLOWED', policy: { origins: [] } },
    'an origin in the list but outside the relying party': {
      code: 'ORIGIN_NOT_ALLOWED',
      origin: 'https://example.org',
      policy: { origins: ['https://example.org'] },
    },
    'a frame': { code: 'CROSS_ORIGIN', clientData: { crossOrigin: true } },
    'a frame that only topOrigin reveals': { code: 'CROSS_ORIGIN', clientData: { topOrigin: 'https://example.org' } },
    'another relying party below': { code: 'RP_ID_MISMATCH', rpId: 'app.example.com' },
    'another relying party': { code: 'RP_ID_MISMATCH', rpId: 'example.org' },
    'no user': { code: 'USER_NOT_PRESENT', flags: 0 },
    'a user who was verified but not present': { code: 'USER_NOT_PRESENT', flags: flag.UV },
    'a user who was not verified where required': {
      code: 'USER_NOT_VERIFIED',
      flags: flag.UP,
      policy: { userVerification: 'required' },
    },
    'a policy with an unknown value': {
      code: 'USER_NOT_VERIFIED',
      flags: flag.UP,
      policy: { userVerification: 'Preferred' as 'preferred' },
    },
    'the same counter again': { code: 'SIGN_COUNT_REGRESSED', signCount: 8, stored: { signCount: 8 } },
    'a counter that went back': { code: 'SIGN_COUNT_REGRESSED', signCount: 7, stored: { signCount: 8 } },
    'backed up without being eligible': { code: 'MALFORMED', flags: flag.UP | flag.BS },
    'the data of a registration': {
      code: 'MALFORMED',
      flags: flag.UP | flag.AT,
      trailing: Buffer.concat([new Uint8Array(16), Uint8Array.of(0, 1, 9), writeCbor(new Map())]),
    },
    'the credential flag without a credential': { code: 'MALFORMED', flags: flag.UP | flag.AT },
    'the extensions flag without extensions': { code: 'MALFORMED', flags: flag.UP | flag.ED },
    'extensions that are not a map': { code: 'MALFORMED', extensions: writeCbor([1]) },
    'extensions and more': { code: 'MALFORMED', extensions: writeCbor(new Map()), trailing: Uint8Array.of(0) },
    'trailing bytes without a flag': { code: 'MALFORMED', trailing: Uint8Array.of(0xa0) },
    'authenticator data that is cut': { code: 'MALFORMED', swapAuthenticatorData: (data) => data.subarray(0, 36) },
    'no authenticator data': { code: 'MALFORMED', swapAuthenticatorData: () => new Uint8Array() },
    'authenticator data that was not signed': {
      code: 'SIGNATURE_INVALID',
      flags: flag.UP,
      swapAuthenticatorData: (data) => data.map((byte, index) => (index === 32 ? byte | flag.UV : byte)),
    },
    'client data that is not UTF-8': { code: 'MALFORMED', clientDataJson: Uint8Array.of(0xff) },
    'client data that is not JSON': { code: 'MALFORMED', ...clientDataText('{') },
    'client data that is a list': { code: 'MALFORMED', ...clientDataText('[]') },
    'client data that is null': { code: 'MALFORMED', ...clientDataText('null') },
    'client data after a byte order mark': { code: 'MALFORMED', ...clientDataText(`\ufeff${json({})}`) },
    'client data without a type': { code: 'MALFORMED', ...clientDataText(json({ type: undefined })) },
    'client data with a numeric challenge': { code: 'MALFORMED', ...clientDataText(json({ challenge: 1 })) },
    'client data with a list of origins': { code: 'MALFORMED', ...clientDataText(json({ origin: [origin] })) },
    'client data with a word for crossOrigin': { code: 'MALFORMED', ...clientDataText(json({ crossOrigin: 'false' })) },
    'client data with null for crossOrigin': { code: 'MALFORMED', ...clientDataText(json({ crossOrigin: null })) },
    'client data with a number for topOrigin': { code: 'MALFORMED', ...clientDataText(json({ topOrigin: 1 })) },
    'client data that inherits its members': {
      code: 'MALFORMED',
      ...clientDataText(`{"__proto__":${json({})}}`),
    },
  };

  test.each(Object.entries(refused))('error: %s', async (_, { code, ...variant }) => {
    expect(await verdictOf(variant)).toMatchObject({ ok: false, error: { name: 'StamperError', code } });
  });

  const members = ['authenticatorData', 'clientDataJson', 'signature'] as const;

  /** The verdict on an assertion that is overwritten a few microtasks after it was passed in. */
  async function verdictUnderWrites(turns: number, sent: WebAuthnStamp, later: WebAuthnStamp, policy: WebAuthnPolicy) {
    const { credential } = authenticators.get('ES256') ?? expect.unreachable();
    const stamp = { ...sent };
    for (const member of members) stamp[member] = Uint8Array.from(sent[member]);
    const verifying = verifyAssertion({ stamp, body, credential, policy });
    for (let turn = 0; turn < turns; turn++) await undefined;
    for (const member of members) stamp[member].set(later[member].subarray(0, stamp[member].length));
    return verifying;
  }

  test('behavior: the assertion is read once, so later writes do not matter', async () => {
    const { authenticator } = authenticators.get('ES256') ?? expect.unreachable();
    const sound = readWebAuthnStamp(JSON.stringify(authenticator.assert(challengeOf(body), { flags: flag.UP })));
    const broken = { ...sound };
    for (const member of members) broken[member] = new Uint8Array(sound[member].length);
    const verified = { ...sound, authenticatorData: sound.authenticatorData.with(32, flag.UP | flag.UV) };
    for (let turns = 0; turns < 30; turns++) {
      expect(await verdictUnderWrites(turns, sound, broken, { userVerification: 'preferred' })).toMatchObject({
        ok: true,
      });
      // The bytes that were read claim that the user was verified, but the authenticator did not sign that.
      expect(await verdictUnderWrites(turns, verified, sound, { userVerification: 'required' })).toMatchObject({
        error: { code: 'SIGNATURE_INVALID' },
      });
    }
  });

  test('behavior: the client data is signed as it was sent, byte for byte', async () => {
    const spaced = new TextEncoder().encode(`\n ${json({})}\t`);
    expect(await verdictOf({ clientDataJson: spaced })).toMatchObject({ ok: true });
    const { authenticator, credential } = authenticators.get('ES256') ?? expect.unreachable();
    const stamp = readWebAuthnStamp(
      JSON.stringify(authenticator.assert(challengeOf(body), { clientDataJson: spaced })),
    );
    const resaid = { ...stamp, clientDataJson: new TextEncoder().encode(json({})) };
    const policy = { userVerification: 'preferred' } as const;
    expect(await verifyAssertion({ stamp: resaid, body, credential, policy })).toMatchObject({
      error: { code: 'SIGNATURE_INVALID' },
    });
  });

  test.each(testAlgorithms)('error: a signature of %s under the key of another algorithm', async (algorithm) => {
    for (const other of testAlgorithms.filter((name) => name !== algorithm)) {
      const { credential } = authenticators.get(other) ?? expect.unreachable();
      expect(await verdictOf({ algorithm, stored: { key: credential.key } })).toMatchObject({
        error: { code: 'SIGNATURE_INVALID' },
      });
    }
  });

  test('error: the credential ids of two users swapped', async () => {
    const one = authenticators.get('ES256') ?? expect.unreachable();
    const key = await createCredentialKey(writeCbor(new SoftwareAuthenticator('ES256').cose));
    expect(await verdictOf({ stored: { key, credentialId: one.credential.credentialId } })).toMatchObject({
      error: { code: 'SIGNATURE_INVALID' },
    });
  });
});
