import { type Writable, writeCbor } from '@mintmark/testing/cbor-writer';
import type { Vector } from '@mintmark/testing/vector';
import { base64url, sha256, unhex } from './cast.ts';
import {
  attestedCredential,
  authenticatorData,
  type Ceremony,
  clientDataJson,
  flag,
  origin,
  type Passkey,
  type PasskeyAlgorithm,
  passkeyOf,
  rpId,
  signedBytes,
} from './passkey.ts';
import { invalid, valid } from './vector.ts';

const check = 'registration';
const challenge = base64url(sha256('the challenge of a registration'));
const passkey = passkeyOf('ES256');
const preferred = { userVerification: 'preferred' };
const coseNumbers = { ES256: -7, EdDSA: -8, RS256: -257 };

const ceremony: Ceremony = {
  clientData: { type: 'webauthn.create', challenge, origin, crossOrigin: false },
  rpId,
  flags: flag.userPresent | flag.userVerified | flag.credential,
  signCount: 0,
};

interface Statement {
  readonly format?: string;
  readonly statement?: Writable;
  readonly authData?: Uint8Array;
}

/** Passkeys at their creation. */
export function makeRegistrations(): Vector[] {
  const sound = attestationOf(passkey, ceremony);
  const rawId = passkey.credentialId;
  const cborId = base64url(Uint8Array.of(0x58, rawId.length, ...rawId));
  const infinity = {
    ...passkey,
    cose: writeCbor(
      new Map<number, Writable>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(32)],
        [-3, new Uint8Array(32)],
      ]),
    ),
  };
  const wrongAlgorithm = {
    ...passkey,
    cose: writeCbor(
      new Map<number, Writable>([
        [1, 2],
        [3, -35],
        [-1, 2],
        [-2, new Uint8Array(48)],
        [-3, new Uint8Array(48)],
      ]),
    ),
  };
  const packed = (
    signer: Passkey,
    signature = signer.sign(signedBytes(dataOf(signer, ceremony), clientDataJson(ceremony))),
  ) =>
    new Map<string, Writable>([
      ['alg', coseNumbers[signer.algorithm]],
      ['sig', signature],
    ]);
  const nested = unhex(`${'81'.repeat(2000)}00`);
  return [
    ...(['ES256', 'EdDSA', 'RS256'] as const).flatMap((algorithm) => {
      const created = passkeyOf(algorithm);
      const self = { format: 'packed', statement: packed(created) };
      return [
        accept(`${algorithm} without attestation`, input(attestationOf(created, ceremony)), algorithm),
        accept(`${algorithm} with its own attestation`, input(attestationOf(created, ceremony, self)), algorithm, {
          attestationFormat: 'packed',
          attestationType: 'self',
        }),
      ];
    }),
    accept('the credential id as CBOR', input({ ...sound, credentialId: cborId })),
    accept('the challenge in plain base64', {
      ...input(sound),
      challenge: Buffer.from(challenge, 'base64url').toString('base64'),
    }),
    accept(
      'a format that nobody trusts',
      input(attestationOf(passkey, ceremony, { format: 'android-key', statement: new Map() })),
      'ES256',
      { attestationFormat: 'android-key', attestationType: 'unverified' },
    ),
    accept('for the domain of the page', ask({}, { rpId: 'app.example.com' }), 'ES256', { rpId: 'app.example.com' }),
    refuse('an assertion', ask({ type: 'webauthn.get' }), 'CEREMONY_MISMATCH'),
    refuse('another challenge', ask({ challenge: base64url(sha256('another challenge')) }), 'CHALLENGE_MISMATCH'),
    refuse('a relying party that the page is not below', ask({}, { rpId: 'example.org' }), 'RP_ID_MISMATCH'),
    refuse('a relying party of one label', ask({}, { rpId: 'com' }), 'RP_ID_MISMATCH'),
    refuse('an origin without https', ask({ origin: 'http://app.example.com' }), 'ORIGIN_NOT_ALLOWED'),
    refuse(
      'an origin that is not allowed',
      { ...input(sound), policy: { ...preferred, origins: ['https://www.example.com'] } },
      'ORIGIN_NOT_ALLOWED',
    ),
    refuse('in a frame of another origin', ask({ crossOrigin: true }), 'CROSS_ORIGIN'),
    refuse('no user', ask({}, { flags: flag.credential }), 'USER_NOT_PRESENT'),
    refuse(
      'not verified where that is required',
      { ...ask({}, { flags: flag.userPresent | flag.credential }), policy: { userVerification: 'required' } },
      'USER_NOT_VERIFIED',
    ),
    refuse(
      'no credential',
      input(
        attestationOf(passkey, ceremony, { authData: authenticatorData({ ...ceremony, flags: flag.userPresent }) }),
      ),
      'MALFORMED',
    ),
    refuse(
      'the id of another credential',
      input({ ...sound, credentialId: base64url(sha256('another')) }),
      'CREDENTIAL_MISMATCH',
    ),
    refuse('a key of another algorithm', input(attestationOf(wrongAlgorithm, ceremony)), 'ALGORITHM_NOT_ALLOWED'),
    refuse('a key off the curve', input(attestationOf(infinity, ceremony)), 'INVALID_KEY'),
    refuse(
      'its own attestation by another key',
      input(
        attestationOf(passkey, ceremony, {
          format: 'packed',
          statement: packed(passkey, passkeyOf('ES256', 'another passkey').sign(sha256(''))),
        }),
      ),
      'SIGNATURE_INVALID',
    ),
    refuse(
      'its own attestation by another algorithm',
      input(attestationOf(passkey, ceremony, { format: 'packed', statement: packed(passkeyOf('EdDSA')) })),
      'ALGORITHM_NOT_ALLOWED',
    ),
    refuse(
      'a statement where there is to be none',
      input(attestationOf(passkey, ceremony, { statement: packed(passkey) })),
      'MALFORMED',
    ),
    refuse(
      'bytes behind the key',
      input(attestationOf(passkey, ceremony, { authData: Uint8Array.of(...dataOf(passkey, ceremony), 0) })),
      'MALFORMED',
    ),
    refuse(
      'bytes behind the attestation object',
      input({
        ...sound,
        attestationObject: base64url(
          Buffer.concat([Buffer.from(sound.attestationObject, 'base64url'), Uint8Array.of(0)]),
        ),
      }),
      'MALFORMED',
    ),
    refuse('two thousand lists in each other', input({ ...sound, attestationObject: base64url(nested) }), 'MALFORMED'),
    refuse(
      'a map that claims four billion entries',
      input({ ...sound, attestationObject: base64url(unhex('baffffffff')) }),
      'MALFORMED',
    ),
    refuse(
      'a map of indefinite length',
      input({ ...sound, attestationObject: base64url(unhex('bf63666d74646e6f6e65ff')) }),
      'MALFORMED',
    ),
    refuse('nothing', input({ ...sound, attestationObject: '' }), 'MALFORMED'),
  ];
}

function accept(name: string, given: object, algorithm: PasskeyAlgorithm = 'ES256', changes: object = {}): Vector {
  const created = passkeyOf(algorithm);
  const stored = {
    ...{ credentialId: base64url(created.credentialId), publicKey: base64url(created.cose), algorithm },
    ...{ aaguid: base64url(new Uint8Array(16)), rpId, origin, signCount: 0, userVerified: true },
    ...{ backupEligible: false, backedUp: false, attestationFormat: 'none', attestationType: 'none' },
  };
  return valid(`registration: ${name}`, check, { ...given }, { ...stored, ...changes });
}

function refuse(name: string, given: object, reason: string): Vector {
  return invalid(`registration: ${name}`, check, { ...given }, reason);
}

function ask(clientData: object, changes: Partial<Ceremony> = {}) {
  return input(
    attestationOf(passkey, { ...ceremony, ...changes, clientData: { ...ceremony.clientData, ...clientData } }),
  );
}

function input(attestation: object) {
  return { attestation, challenge, policy: preferred };
}

function dataOf(created: Passkey, changed: Ceremony): Uint8Array {
  return authenticatorData(changed, attestedCredential(created));
}

function attestationOf(
  created: Passkey,
  changed: Ceremony,
  { format = 'none', statement = new Map(), authData }: Statement = {},
) {
  const object = new Map<string, Writable>([
    ['fmt', format],
    ['attStmt', statement],
    ['authData', authData ?? dataOf(created, changed)],
  ]);
  return {
    credentialId: base64url(created.credentialId),
    clientDataJson: base64url(clientDataJson(changed)),
    attestationObject: base64url(writeCbor(object)),
    transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL'],
  };
}
