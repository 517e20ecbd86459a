import { randomBytes } from 'node:crypto';
import { type Writable, writeCbor } from '@mintmark/testing/cbor-writer';
import {
  base64url,
  type Ceremony,
  challengeOf,
  flag,
  oneOfEach,
  origin,
  type RegistrationCeremony,
  rpId,
  type SoftwareAuthenticator,
  testAlgorithms,
} from '@mintmark/testing/software-authenticator';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { describe, expect, test } from 'vitest';
import { verifyAssertion } from './assertion.ts';
import { createCredentialKey } from './cose-key.ts';
import { verifyRegistration } from './registration.ts';
import { readWebAuthnStamp } from './webauthn-stamp.ts';

const authenticators = oneOfEach();
const body = new TextEncoder().encode('{"organizationId":"6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8"}');
const policy = { userVerification: 'preferred', origins: [origin] } as const;
const expected = { expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: false };

interface Case<Kind extends Ceremony> {
  ceremony: Kind;
  isValid: boolean;
  /** Refused here but accepted by the library. */
  isOursAlone?: true;
}

async function theirVerdict(verify: () => Promise<{ verified: boolean }>): Promise<boolean> {
  try {
    return (await verify()).verified;
  } catch {
    return false;
  }
}

const flipped = (bytes: Uint8Array) => bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte));
const shared: Record<string, Case<Ceremony>> = {
  'a valid ceremony': { isValid: true, ceremony: {} },
  'a counter': { isValid: true, ceremony: { signCount: 5 } },
  'unknown members': { isValid: true, ceremony: { clientData: { later: [1] } } },
  extensions: { isValid: true, ceremony: { extensions: writeCbor(new Map<string, Writable>([['credProtect', 2]])) } },
  'another ceremony': { isValid: false, ceremony: { type: 'payment.get' } },
  'another challenge': { isValid: false, ceremony: { challenge: base64url(randomBytes(32)) } },
  'another origin': { isValid: false, ceremony: { origin: 'https://example.org' } },
  'another page of the site': { isValid: false, ceremony: { origin: 'https://example.com' } },
  'another relying party': { isValid: false, ceremony: { rpId: 'example.org' } },
  'trailing bytes without a flag': { isValid: false, ceremony: { trailing: Uint8Array.of(0) } },
  'data that is cut': { isValid: false, ceremony: { swapAuthenticatorData: (data) => data.subarray(0, 36) } },
  'client data that is not JSON': { isValid: false, ceremony: { clientDataJson: Buffer.from('{') } },
  // The library checks frames only if topOrigin is present, and then expects a known value.
  'a frame': { isValid: false, isOursAlone: true, ceremony: { clientData: { crossOrigin: true } } },
};

describe.each(testAlgorithms)('assertions of %s', (algorithm) => {
  const authenticator = authenticators[algorithm];
  const id = base64url(authenticator.credentialId);
  const cases: Record<string, Case<Ceremony>> = {
    ...shared,
    'no user verification': { isValid: true, ceremony: { flags: flag.UP } },
    'a backup': { isValid: true, ceremony: { flags: flag.UP | flag.BE | flag.BS } },
    'a registration': { isValid: false, ceremony: { type: 'webauthn.create' } },
    'no user': { isValid: false, ceremony: { flags: flag.UV } },
    'a backup without eligibility': { isValid: false, ceremony: { flags: flag.UP | flag.BS } },
    'another signature': { isValid: false, ceremony: { swapSignature: flipped } },
    'no signature': { isValid: false, ceremony: { swapSignature: () => new Uint8Array() } },
    'data that was not signed': { isValid: false, ceremony: { swapAuthenticatorData: (data) => data.with(36, 9) } },
    // The standard requires authenticators to omit the credential here; the library ignores it.
    'the data of a registration': {
      isValid: false,
      isOursAlone: true,
      ceremony: {
        flags: flag.UP | flag.AT,
        trailing: Buffer.concat([randomBytes(16), Uint8Array.of(0, 1, 9), writeCbor(authenticator.cose)]),
      },
    },
  };

  type Members = ReturnType<SoftwareAuthenticator['assert']>;

  async function ours(members: Members, signCount: number): Promise<boolean> {
    const key = await createCredentialKey(writeCbor(authenticator.cose));
    const stamp = readWebAuthnStamp(JSON.stringify(members));
    const credential = { credentialId: id, key, rpId, signCount };
    return (await verifyAssertion({ stamp, body, credential, policy })).ok;
  }

  function theirs({ authenticatorData, clientDataJson, signature }: Members, counter: number): Promise<boolean> {
    return theirVerdict(() =>
      verifyAuthenticationResponse({
        ...expected,
        expectedChallenge: challengeOf(body),
        credential: { id, publicKey: Uint8Array.from(writeCbor(authenticator.cose)), counter },
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { authenticatorData, clientDataJSON: clientDataJson, signature },
        },
      }),
    );
  }

  test.each(Object.entries(cases))('behavior: %s', async (_, { ceremony, isValid, isOursAlone }) => {
    const members = authenticator.assert(challengeOf(body), ceremony);
    expect(await ours(members, 0)).toBe(isValid);
    expect(await theirs(members, 0)).toBe(isValid || isOursAlone === true);
  });

  // Unlike the library, we accept zero after a number: the authenticator stopped counting, as when its passkeys are synchronised.
  test.each([
    [0, 0, true, true],
    [0, 1, true, true],
    [5, 6, true, true],
    [5, 5, false, false],
    [5, 4, false, false],
    [5, 0, true, false],
  ])('behavior: the counter %i and then %i', async (stored, sent, isOurs, isTheirs) => {
    const members = authenticator.assert(challengeOf(body), { signCount: sent });
    expect(await ours(members, stored)).toBe(isOurs);
    expect(await theirs(members, stored)).toBe(isTheirs);
  });
});

describe.each(testAlgorithms)('registrations of %s', (algorithm) => {
  const authenticator = authenticators[algorithm];
  const challenge = base64url(randomBytes(32));
  const withParameter = (name: number, value: Writable) => new Map(authenticator.cose).set(name, value);
  const cases: Record<string, Case<RegistrationCeremony>> = {
    ...shared,
    'no user verification': { isValid: true, ceremony: { flags: flag.UP | flag.AT } },
    'a backup': { isValid: true, ceremony: { flags: flag.UP | flag.AT | flag.BE | flag.BS } },
    'self attestation': { isValid: true, ceremony: { format: 'packed' } },
    'an assertion': { isValid: false, ceremony: { type: 'webauthn.get' } },
    'no user': { isValid: false, ceremony: { flags: flag.UV | flag.AT } },
    'no credential': { isValid: false, ceremony: { flags: flag.UP } },
    'a backup without eligibility': { isValid: false, ceremony: { flags: flag.UP | flag.AT | flag.BS } },
    'self attestation with another signature': {
      isValid: false,
      ceremony: { format: 'packed', swapSignature: flipped },
    },
    'format none with a statement': { isValid: false, ceremony: { statement: new Map([['sig', 'x']]) } },
    'an algorithm that is not offered': { isValid: false, ceremony: { cose: withParameter(3, -47) } },
    'an unknown format': { isValid: false, ceremony: { format: 'a"b' } },
    // In both cases below, the library stores a key that cannot verify, or that it never checks.
    'a key with an extra parameter': {
      isValid: false,
      isOursAlone: true,
      ceremony: { cose: withParameter(4, [2]) },
    },
    'a key of another type': { isValid: false, isOursAlone: true, ceremony: { cose: withParameter(1, 4) } },
  };

  test.each(Object.entries(cases))('behavior: %s', async (_, { ceremony, isValid, isOursAlone }) => {
    const attestation = authenticator.register(challenge, ceremony);
    const verdict = await verifyRegistration({ attestation, challenge, policy });
    expect(verdict.ok).toBe(isValid);
    const id = attestation.credentialId;
    const theirs = await theirVerdict(() =>
      verifyRegistrationResponse({
        ...expected,
        expectedChallenge: challenge,
        supportedAlgorithmIDs: [-7, -8, -257],
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: attestation.clientDataJson, attestationObject: attestation.attestationObject },
        },
      }),
    );
    expect(theirs).toBe(isValid || isOursAlone === true);
  });
});
