import type { Vector } from '@mintmark/testing/vector';
import { base64url } from './cast.ts';
import {
  authenticatorData,
  type Ceremony,
  challengeOf,
  clientDataJson,
  flag,
  origin,
  type Passkey,
  passkeyOf,
  rpId,
  signedBytes,
} from './passkey.ts';
import { body } from './stamp-input.ts';
import { invalid, valid } from './vector.ts';

const check = 'assertion';
const passkey = passkeyOf('ES256');
const other = passkeyOf('ES256', 'another passkey');
const preferred = { userVerification: 'preferred' };

const ceremony: Ceremony = {
  clientData: { type: 'webauthn.get', challenge: challengeOf(body), origin, crossOrigin: false },
  rpId,
  flags: flag.userPresent | flag.userVerified,
  signCount: 7,
};
const output = { signCount: 7, userVerified: true, backupEligible: false, backedUp: false, origin };

/** Stamps by passkeys. */
export function makeAssertions(): Vector[] {
  const sound = membersOf(passkey, ceremony);
  const { challenge } = ceremony.clientData as { challenge: string };
  const nextTo = challenge.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
  return [
    ...(['ES256', 'EdDSA', 'RS256'] as const).map((algorithm) => {
      const signer = passkeyOf(algorithm);
      return valid(`assertion: ${algorithm}`, check, inputOf(signer, membersOf(signer, ceremony)), output);
    }),
    accept('as base64url', { ...input(sound), stamp: base64url(JSON.stringify(sound)) }),
    accept('from the allowed origin', { ...input(sound), policy: { ...preferred, origins: [origin] } }),
    accept('verified where that is required', { ...input(sound), policy: { userVerification: 'required' } }),
    accept('from the domain itself', ask({ origin: 'https://example.com' }), { origin: 'https://example.com' }),
    accept('without verification where that is preferred', ask({}, { flags: flag.userPresent }), {
      userVerified: false,
    }),
    accept('by an authenticator that does not count', ask({}, { signCount: 0 }), { signCount: 5 }),
    accept('with members that browsers add', ask({ other_keys_can_be_added_here: 'do not compare' })),
    refuse('an altered body', { ...input(sound), body: `${body} ` }, 'CHALLENGE_MISMATCH'),
    refuse('a challenge that differs in its last byte', ask({ challenge: nextTo }), 'CHALLENGE_MISMATCH'),
    refuse(
      'a challenge of the raw hash',
      ask({ challenge: base64url(Buffer.from(Buffer.from(challenge, 'base64url').toString(), 'hex')) }),
      'CHALLENGE_MISMATCH',
    ),
    refuse('a padded challenge', ask({ challenge: `${challenge}==` }), 'CHALLENGE_MISMATCH'),
    refuse('a registration', ask({ type: 'webauthn.create' }), 'CEREMONY_MISMATCH'),
    refuse('another relying party', ask({}, { rpId: 'example.org' }), 'RP_ID_MISMATCH'),
    refuse('the relying party of a page below', ask({}, { rpId: 'app.example.com' }), 'RP_ID_MISMATCH'),
    refuse('another origin', ask({ origin: 'https://example.org' }), 'ORIGIN_NOT_ALLOWED'),
    refuse('an origin that only ends alike', ask({ origin: 'https://notexample.com' }), 'ORIGIN_NOT_ALLOWED'),
    refuse('an origin that only begins alike', ask({ origin: 'https://example.com.evil.org' }), 'ORIGIN_NOT_ALLOWED'),
    refuse('an origin without https', ask({ origin: 'http://app.example.com' }), 'ORIGIN_NOT_ALLOWED'),
    refuse('an origin with a path', ask({ origin: `${origin}/` }), 'ORIGIN_NOT_ALLOWED'),
    refuse(
      'an origin that is not allowed',
      { ...input(sound), policy: { ...preferred, origins: ['https://www.example.com'] } },
      'ORIGIN_NOT_ALLOWED',
    ),
    refuse('in a frame of another origin', ask({ crossOrigin: true }), 'CROSS_ORIGIN'),
    refuse('in a frame that names its top', ask({ topOrigin: 'https://evil.org' }), 'CROSS_ORIGIN'),
    refuse('no user', ask({}, { flags: flag.userVerified }), 'USER_NOT_PRESENT'),
    refuse(
      'not verified where that is required',
      { ...ask({}, { flags: flag.userPresent }), policy: { userVerification: 'required' } },
      'USER_NOT_VERIFIED',
    ),
    refuse(
      'a counter that stands still',
      { ...input(sound), credential: { ...credentialOf(passkey), signCount: 7 } },
      'SIGN_COUNT_REGRESSED',
    ),
    refuse(
      'a counter that went back',
      { ...input(sound), credential: { ...credentialOf(passkey), signCount: 8 } },
      'SIGN_COUNT_REGRESSED',
    ),
    refuse('backed up but not eligible', ask({}, { flags: flag.userPresent | flag.backedUp }), 'MALFORMED'),
    refuse(
      'another credential',
      input({ ...sound, credentialId: base64url(other.credentialId) }),
      'CREDENTIAL_MISMATCH',
    ),
    refuse(
      'the signature of another passkey',
      input({ ...sound, signature: membersOf(other, ceremony).signature }),
      'SIGNATURE_INVALID',
    ),
    refuse(
      'client data changed after signing',
      input({ ...sound, clientDataJson: base64url(JSON.stringify({ ...ceremony.clientData, extra: 1 })) }),
      'SIGNATURE_INVALID',
    ),
    refuse(
      'a counter changed after signing',
      input({ ...sound, authenticatorData: base64url(authenticatorData({ ...ceremony, signCount: 9 })) }),
      'SIGNATURE_INVALID',
    ),
    refuse(
      'authenticator data that goes on',
      input({ ...sound, authenticatorData: base64url(authenticatorData(ceremony, Uint8Array.of(0))) }),
      'MALFORMED',
    ),
    refuse(
      'authenticator data cut short',
      input({ ...sound, authenticatorData: base64url(authenticatorData(ceremony).subarray(1)) }),
      'MALFORMED',
    ),
    refuse('client data that is not JSON', input({ ...sound, clientDataJson: base64url('webauthn.get') }), 'MALFORMED'),
    refuse('a member too few', input({ ...sound, signature: undefined }), 'MALFORMED'),
    refuse('a member too many', input({ ...sound, userHandle: '' }), 'MALFORMED'),
    refuse('nothing', { ...input(sound), stamp: '' }, 'MALFORMED'),
  ];
}

function accept(name: string, given: object, changes: object = {}): Vector {
  return valid(`assertion: ${name}`, check, { ...given }, { ...output, ...changes });
}

function refuse(name: string, given: object, reason: string): Vector {
  return invalid(`assertion: ${name}`, check, { ...given }, reason);
}

/** A stamp that is made with these changes and then signed rightly. */
function ask(clientData: object, changes: Partial<Ceremony> = {}) {
  const changed = { ...ceremony, ...changes, clientData: { ...ceremony.clientData, ...clientData } };
  return input(membersOf(passkey, changed));
}

function input(members: object) {
  return inputOf(passkey, members);
}

function inputOf(signer: Passkey, members: object) {
  return { credential: credentialOf(signer), policy: preferred, body, stamp: JSON.stringify(members) };
}

function credentialOf({ credentialId, cose }: Passkey) {
  return { credentialId: base64url(credentialId), publicKey: base64url(cose), rpId, signCount: 5 };
}

function membersOf(signer: Passkey, changed: Ceremony) {
  const data = authenticatorData(changed);
  const clientData = clientDataJson(changed);
  return {
    authenticatorData: base64url(data),
    clientDataJson: base64url(clientData),
    credentialId: base64url(signer.credentialId),
    signature: base64url(signer.sign(signedBytes(data, clientData))),
  };
}
