import { randomBytes } from 'node:crypto';
import { type Writable, writeCbor } from '@mintmark/testing/cbor-writer';
import {
  base64url,
  flag,
  oneOfEach,
  type RegistrationCeremony,
  rpId,
  SoftwareAuthenticator,
  testAlgorithms,
} from '@mintmark/testing/software-authenticator';
import { describe, expect, test } from 'vitest';
import type { StamperErrorCode } from '../../stamper-error.ts';
import type { WebAuthnPolicy } from './client-data.ts';
import { createCredentialKey } from './cose-key.ts';
import { type Attestation, verifyRegistration } from './registration.ts';

const challenge = base64url(randomBytes(32));
const authenticators = oneOfEach();
const authenticator = authenticators.ES256;

interface Variant extends RegistrationCeremony {
  by?: SoftwareAuthenticator;
  contract?: string;
  policy?: Partial<WebAuthnPolicy>;
  swap?: Partial<Attestation>;
}

function verdictOf({ by = authenticator, contract = challenge, policy, swap, ...ceremony }: Variant = {}) {
  return verifyRegistration({
    attestation: { ...by.register(challenge, ceremony), ...swap },
    challenge: contract,
    policy: { userVerification: 'preferred', ...policy },
  });
}

describe('verifyRegistration', () => {
  test.each(testAlgorithms)('default: %s', async (algorithm) => {
    const by = authenticators[algorithm];
    expect(await verdictOf({ by, signCount: 3, flags: flag.UP | flag.UV | flag.AT | flag.BE | flag.BS })).toEqual({
      ok: true,
      credentialId: base64url(by.credentialId),
      publicKey: base64url(writeCbor(by.cose)),
      algorithm,
      aaguid: base64url(by.aaguid),
      rpId,
      origin: 'https://app.example.com',
      signCount: 3,
      userVerified: true,
      backupEligible: true,
      backedUp: true,
      attestationFormat: 'none',
      attestationType: 'none',
    });
  });

  test.each(testAlgorithms)('default: the key of %s verifies what the authenticator signs', async (algorithm) => {
    const by = authenticators[algorithm];
    const verdict = await verdictOf({ by });
    const key = await createCredentialKey(Buffer.from(verdict.ok ? verdict.publicKey : '', 'base64url'));
    const message = randomBytes(40);
    expect(await key.verify(message, by.sign(message))).toBe(true);
    expect(await key.verify(randomBytes(40), by.sign(message))).toBe(false);
  });

  test.each(testAlgorithms)('behavior: packed self attestation of %s', async (algorithm) => {
    const by = authenticators[algorithm];
    expect(await verdictOf({ by, format: 'packed' })).toMatchObject({
      attestationFormat: 'packed',
      attestationType: 'self',
    });
    const swapSignature = (signature: Uint8Array) => signature.map((byte, index) => (index === 20 ? byte ^ 1 : byte));
    expect(await verdictOf({ by, format: 'packed', swapSignature })).toMatchObject({
      error: { code: 'SIGNATURE_INVALID', part: 'attestation.attestationObject.attStmt.sig' },
    });
  });

  const packed = (...members: [string, Writable][]) => ({ format: 'packed', statement: new Map(members) });
  const someBytes = randomBytes(70);

  test.each([
    ['packed', packed(['alg', -7], ['sig', someBytes], ['x5c', [randomBytes(300), randomBytes(400)]])],
    ['tpm', { format: 'tpm', statement: new Map<string, Writable>([['ver', '2.0']]) }],
    ['android-key', { format: 'android-key' }],
    ['fido-u2f', { format: 'fido-u2f', statement: new Map<string, Writable>([['sig', someBytes]]) }],
    ['apple', { format: 'apple', statement: new Map<string, Writable>([['x5c', [someBytes]]]) }],
    ['compound', { format: 'compound', statement: [new Map(), new Map()] }],
    ['x-of-the-future', { format: 'x-of-the-future', statement: 7 }],
  ] satisfies [string, RegistrationCeremony][])('behavior: %s is not trusted', async (format, ceremony) => {
    expect(await verdictOf(ceremony)).toMatchObject({ attestationFormat: format, attestationType: 'unverified' });
  });

  const ids: Record<string, Uint8Array> = {
    'of 1 byte': randomBytes(1),
    'of 16 bytes': randomBytes(16),
    'of 23 bytes': randomBytes(23),
    'of 24 bytes': randomBytes(24),
    'of 255 bytes': randomBytes(255),
    'of 256 bytes': randomBytes(256),
    'of 1023 bytes': randomBytes(1023),
  };

  test.each(Object.entries(ids))('behavior: a credential id %s, as it is and as CBOR', async (_, id) => {
    const by = new SoftwareAuthenticator('ES256', id);
    expect(await verdictOf({ by })).toMatchObject({ ok: true, credentialId: base64url(id) });
    const asCbor = { credentialId: base64url(writeCbor(id)) };
    expect(await verdictOf({ by, swap: asCbor })).toMatchObject({ ok: true, credentialId: base64url(id) });
  });

  const local = { rpId: 'localhost' };
  const accepted: Record<string, Variant & { expected?: string }> = {
    'the host itself': { origin: 'https://example.com', expected: 'example.com' },
    'a domain above': { origin: 'https://a.b.example.com', expected: 'example.com' },
    'the host below': { origin: 'https://a.b.example.com', rpId: 'a.b.example.com', expected: 'a.b.example.com' },
    'a domain between': { origin: 'https://a.b.example.com', rpId: 'b.example.com', expected: 'b.example.com' },
    localhost: { ...local, origin: 'http://localhost:3000', expected: 'localhost' },
    'below localhost': { ...local, origin: 'http://a.localhost', expected: 'localhost' },
    'a name on localhost': { rpId: 'a.localhost', origin: 'http://a.localhost:1', expected: 'a.localhost' },
    'an international name': { rpId: 'xn--bcher-kva.example', origin: 'https://xn--bcher-kva.example' },
    'an allowed origin': { policy: { origins: ['https://app.example.com'] } },
    'no user verification': { flags: flag.UP | flag.AT },
    extensions: { extensions: writeCbor(new Map([['credProtect', 2]])) },
    'a padded challenge': { contract: `${challenge}=` },
    'padded members': { swap: { credentialId: `${base64url(authenticator.credentialId)}=` } },
    'members of the attestation object in another order': {
      attestationObject: reordered(authenticator.register(challenge).attestationObject),
    },
  };

  test.each(Object.entries(accepted))('behavior: accepts %s', async (_, { expected, ...variant }) => {
    expect(await verdictOf(variant)).toMatchObject({ ok: true, ...(expected && { rpId: expected }) });
  });

  test('behavior: the challenge is compared as bytes', async () => {
    const bytes = Uint8Array.of(0xfb, 0xff, 0xfe, 0xfb, 0xff, 0xfe, 0xfb);
    const spellings = ['base64', 'base64url'] as const;
    for (const spelling of spellings) {
      const contract = Buffer.from(bytes).toString(spelling);
      expect(await verdictOf({ challenge: base64url(bytes), contract })).toMatchObject({ ok: true });
    }
    const hex = randomBytes(32).toString('hex');
    const takenForBase64 = base64url(Buffer.from(hex, 'base64'));
    expect(await verdictOf({ challenge: takenForBase64, contract: hex })).toMatchObject({ ok: true });
    expect(await verdictOf({ challenge: base64url(Buffer.from(hex, 'hex')), contract: hex })).toMatchObject({
      error: { code: 'CHALLENGE_MISMATCH' },
    });
  });

  const authData = authDataOf(authenticator.register(challenge).attestationObject);
  const without = (key: number) => {
    const cose = authenticator.cose;
    cose.delete(key);
    return { cose };
  };
  const refused: Record<string, Variant & { code: StamperErrorCode }> = {
    'an assertion': { code: 'CEREMONY_MISMATCH', type: 'webauthn.get' },
    'another challenge': { code: 'CHALLENGE_MISMATCH', contract: base64url(randomBytes(32)) },
    'a challenge that is not base64url': { code: 'MALFORMED', contract: 'what ever' },
    'a challenge with spare bits': { code: 'MALFORMED', contract: 'AB' },
    'no challenge': { code: 'MALFORMED', contract: '', challenge: '' },
    'an endless challenge': { code: 'MALFORMED', contract: 'A'.repeat(260), challenge: 'A'.repeat(260) },
    'another site': { code: 'RP_ID_MISMATCH', origin: 'https://example.org' },
    'a relying party below the page': {
      code: 'RP_ID_MISMATCH',
      origin: 'https://example.com',
      rpId: 'app.example.com',
    },
    'a relying party with the same ending': { code: 'RP_ID_MISMATCH', origin: 'https://evilexample.com' },
    'a top-level domain as relying party': { code: 'RP_ID_MISMATCH', rpId: 'com' },
    'a single label': { code: 'RP_ID_MISMATCH', origin: 'https://intranet', rpId: 'intranet' },
    'no relying party': { code: 'RP_ID_MISMATCH', rpId: '' },
    'http on the network': { code: 'ORIGIN_NOT_ALLOWED', origin: 'http://app.example.com' },
    'an IP address': { code: 'ORIGIN_NOT_ALLOWED', origin: 'https://10.0.0.1', rpId: '10.0.0.1' },
    'an origin that is not in the list': { code: 'ORIGIN_NOT_ALLOWED', policy: { origins: ['https://example.com'] } },
    'a frame': { code: 'CROSS_ORIGIN', clientData: { crossOrigin: true } },
    'no user': { code: 'USER_NOT_PRESENT', flags: flag.AT },
    'a user who was not verified where required': {
      code: 'USER_NOT_VERIFIED',
      flags: flag.UP | flag.AT,
      policy: { userVerification: 'required' },
    },
    'no credential': { code: 'MALFORMED', flags: flag.UP | flag.UV },
    'backed up without being eligible': { code: 'MALFORMED', flags: flag.UP | flag.AT | flag.BS },
    'bytes after the key': { code: 'MALFORMED', trailing: Uint8Array.of(0) },
    'an empty credential id': { code: 'MALFORMED', by: new SoftwareAuthenticator('ES256', new Uint8Array()) },
    'a credential id of 1024 bytes': { code: 'MALFORMED', by: new SoftwareAuthenticator('ES256', randomBytes(1024)) },
    'another credential id': { code: 'CREDENTIAL_MISMATCH', swap: { credentialId: base64url(randomBytes(32)) } },
    'another credential id as CBOR': {
      code: 'CREDENTIAL_MISMATCH',
      swap: { credentialId: base64url(writeCbor(randomBytes(32))) },
    },
    'the credential id as CBOR text': {
      code: 'CREDENTIAL_MISMATCH',
      swap: { credentialId: base64url(writeCbor(base64url(authenticator.credentialId))) },
    },
    'a credential id with spare bits': { code: 'MALFORMED', swap: { credentialId: 'AB' } },
    'an endless credential id': { code: 'MALFORMED', swap: { credentialId: 'A'.repeat(4_000) } },
    'endless client data': { code: 'MALFORMED', swap: { clientDataJson: 'A'.repeat(10_000) } },
    'an endless attestation object': { code: 'MALFORMED', swap: { attestationObject: 'A'.repeat(70_000) } },
    'no attestation object': { code: 'MALFORMED', swap: { attestationObject: '' } },
    'an attestation object in standard base64': { code: 'MALFORMED', swap: { attestationObject: '+/+/' } },
    'an attestation object that is a list': { code: 'MALFORMED', attestationObject: writeCbor([]) },
    'an attestation object with bytes after it': {
      code: 'MALFORMED',
      attestationObject: Buffer.concat([
        Buffer.from(authenticator.register(challenge).attestationObject, 'base64url'),
        Uint8Array.of(0),
      ]),
    },
    'no format': { code: 'MALFORMED', ...attestationObject([['attStmt', new Map()]]) },
    'an endless format': { code: 'MALFORMED', format: 'a'.repeat(33) },
    'a format with a quote': { code: 'MALFORMED', format: 'a"b' },
    'a format that is a number': { code: 'MALFORMED', ...attestationObject([['fmt', 1]]) },
    'no statement': { code: 'MALFORMED', ...attestationObject([['fmt', 'none']]) },
    'no statement of an unchecked format': {
      code: 'MALFORMED',
      ...attestationObject([
        ['fmt', 'tpm'],
        ['authData', authData],
      ]),
    },
    'no authenticator data': {
      code: 'MALFORMED',
      ...attestationObject([
        ['fmt', 'none'],
        ['attStmt', new Map()],
      ]),
    },
    'format none with a statement': { code: 'MALFORMED', statement: new Map([['sig', someBytes]]) },
    'format none with a list': { code: 'MALFORMED', statement: [] },
    'packed with a list': { code: 'MALFORMED', format: 'packed', statement: [] },
    'packed without an algorithm': { code: 'MALFORMED', ...packed(['sig', someBytes]) },
    'packed with certificates and an algorithm in words': {
      code: 'MALFORMED',
      ...packed(['alg', 'ES256'], ['sig', someBytes], ['x5c', [someBytes]]),
    },
    'packed without a signature': { code: 'MALFORMED', ...packed(['alg', -7]) },
    'packed with a text for a signature': { code: 'MALFORMED', ...packed(['alg', -7], ['sig', 'text']) },
    'packed with another algorithm': { code: 'ALGORITHM_NOT_ALLOWED', ...packed(['alg', -8], ['sig', someBytes]) },
    'packed with another signature': { code: 'SIGNATURE_INVALID', ...packed(['alg', -7], ['sig', someBytes]) },
    'packed with no certificates': { code: 'MALFORMED', ...packed(['alg', -7], ['sig', someBytes], ['x5c', []]) },
    'packed with certificates of text': {
      code: 'MALFORMED',
      ...packed(['alg', -7], ['sig', someBytes], ['x5c', ['certificate']]),
    },
    'packed with a member of an older level': {
      code: 'MALFORMED',
      ...packed(['alg', -7], ['sig', someBytes], ['ecdaaKeyId', someBytes]),
    },
    'a key without an algorithm': { code: 'ALGORITHM_NOT_ALLOWED', ...without(3) },
    'a key without a coordinate': { code: 'MALFORMED', ...without(-3) },
  };

  test('error: a credential id longer than the data, with the part that is wrong', async () => {
    expect(await verdictOf({ credentialIdLength: 600 })).toMatchObject({
      error: { code: 'MALFORMED', part: 'attestation.attestationObject.authData' },
    });
  });

  const bombs: Record<string, Uint8Array> = {
    'lists in lists': new Uint8Array(49_000).fill(0x81),
    'maps in maps': Uint8Array.from({ length: 49_000 }, (_, index) => (index % 2 === 0 ? 0xa1 : 0x00)),
    'lists without end': new Uint8Array(49_000).fill(0x9f),
    'maps without end': new Uint8Array(49_000).fill(0xbf),
    'tags of tags': new Uint8Array(49_000).fill(0xc6),
    'a statement of 2^53 - 1 items': Buffer.from('a363666d74646e6f6e656761747453746d749b001fffffffffffff', 'hex'),
    'a statement of 2^53 - 1 bytes': Buffer.from('a363666d74646e6f6e656761747453746d745b001fffffffffffff', 'hex'),
    'a list of 48,896 items': Buffer.concat([Buffer.from('99bf00', 'hex'), new Uint8Array(48_896)]),
  };

  test.each(Object.entries(bombs))('error: an attestation object of %s', async (_, attestationObject) => {
    expect(await verdictOf({ attestationObject })).toMatchObject({
      error: { code: 'MALFORMED', part: 'attestation.attestationObject' },
    });
  });

  test.each(Object.entries(refused))('error: %s', async (_, { code, ...variant }) => {
    expect(await verdictOf(variant)).toMatchObject({ ok: false, error: { name: 'StamperError', code } });
  });
});

function attestationObject(members: [string, Writable][]) {
  return { attestationObject: writeCbor(new Map(members)) };
}

/** The authenticator data of an attestation object without attestation: its last member. */
function authDataOf(object: string): Uint8Array {
  const bytes = Buffer.from(object, 'base64url');
  return bytes.subarray(bytes.indexOf('authData') + 'authData'.length + 2);
}

/** The members of an attestation object without attestation, the authenticator data first. */
function reordered(object: string): Uint8Array {
  return writeCbor(
    new Map<string, Writable>([
      ['authData', authDataOf(object)],
      ['fmt', 'none'],
      ['attStmt', new Map()],
    ]),
  );
}
