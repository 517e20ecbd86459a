import { createHash } from 'node:crypto';
import { base64url } from '@mintmark/testing/software-authenticator';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { describe, expect, test } from 'vitest';
import { type Level3Vector, makeLevel3Vectors } from '../../../test/level3-vectors.ts';
import { judge } from '../../stamper-error.ts';
import { checkAssertion } from './assertion.ts';
import { createCredentialKey } from './cose-key.ts';
import { verifyRegistration } from './registration.ts';

/** SHA-256 of each published vector: challenge, client data and authenticator data of both ceremonies, and the signature. */
const digests: Record<string, string> = {
  'none.ES256': 'e7245d47dbff7da88a7bde37c65d368f88af9138c219402e54e472a6674d69d9',
  'packed-self.ES256': 'a693d26436daaba0f1e0c7aa588e59287070c4ca5d158dcad2131b7df496c403',
  'none.ES256.crossOrigin': '578490632c7519abf636ac7172f6643e74e59ce86b93748fc5797ab01edad52b',
  'none.ES256.topOrigin': '2c0bfb7065fa1b3125edc54168ff8ef13dc69e8402c00b4745ffdd2ef8571ff0',
  'none.ES256.long-credential-id': '7096aa059641ee8c11d2199636704c46c69754248c9575646434cf2a25ee14ce',
  'packed.ES256': 'b54c45f28090cc6f6b9a7866982835d0f2449aa07a11325767b46f012efab3c2',
  'packed.ES384': '740b9b25777688b3c6c5ae9be65c5471cc9d990976c9b1c8945228bc89946222',
  'packed.ES512': '2bbcd4dfe79d1a9aebfba850dcc01b045391ef415226625e2ebc568d918c9704',
  'packed.RS256': '68f7d78430c3077a9766cbc330735dd8bc4331778cc0a0ecdde6ec719ed7406b',
  'packed.EdDSA': '9422eb2d06658ca2de4007f3ac0a4ca8b5c69347188b9509f6869c8c6a7e4b69',
  'packed.Ed448': 'e12ddb086a67e1e3c26555b1c57bd28cb5e0914c466a6de89d88eb26bfbc7084',
  'tpm.ES256': '7a6d7974815101a50fd2cfc90a265f206faff1301edd4d6ed7809e71fdf99074',
  'android-key.ES256': 'f289f45db733f921338aedad777ea0f703cb314f5db56d7752ebeda7958082fe',
  'apple.ES256': 'a89f4759ac407c705e4e47edb81aa530e03de4f1047c003044b5e95a11e3395f',
  'fido-u2f.ES256': '6a717bf72241160f0e7c94dafd5c0456c606981ad3812e36dcb3ce411ef3cf12',
};
const otherAlgorithms = ['packed.ES384', 'packed.ES512', 'packed.Ed448'];
const vectors = makeLevel3Vectors();
const policy = { userVerification: 'preferred', allowCrossOrigin: true } as const;

const attestation = ({ registration }: Level3Vector) => ({
  credentialId: base64url(registration.credentialId),
  clientDataJson: base64url(registration.clientDataJson),
  attestationObject: base64url(registration.attestationObject),
});
const register = (vector: Level3Vector, narrower: object = {}) =>
  verifyRegistration({
    attestation: attestation(vector),
    challenge: base64url(vector.registration.challenge),
    policy: { ...policy, ...narrower },
  });

describe('Web Authentication Level 3, test vectors', () => {
  test.each(vectors)('default: $name is the published vector', ({ name, registration, authentication }) => {
    const digest = createHash('sha256');
    for (const part of [
      registration.challenge,
      registration.clientDataJson,
      registration.authData,
      authentication.challenge,
      authentication.clientDataJson,
      authentication.authenticatorData,
      authentication.signature,
    ]) {
      digest.update(part);
    }
    expect(digest.digest('hex')).toBe(digests[name]);
  });

  const ours = vectors.filter(({ name }) => !otherAlgorithms.includes(name));

  test.each(ours)('default: $name', async (vector) => {
    const verdict = await register(vector);
    if (!verdict.ok) throw verdict.error;
    const [format] = vector.name.replace('-self', '').split('.');
    const type = format === 'none' ? 'none' : vector.name.startsWith('packed-self') ? 'self' : 'unverified';
    expect(verdict).toMatchObject({ rpId: 'example.org', attestationFormat: format, attestationType: type });

    const { challenge, ...assertion } = vector.authentication;
    const { credentialId, rpId } = verdict;
    const key = await createCredentialKey(Buffer.from(verdict.publicKey, 'base64url'));
    const stored = { credentialId, key, rpId, signCount: 0 };
    const stamp = { ...assertion, credentialId };
    expect(await checkAssertion(stamp, challenge, stored, policy)).toMatchObject({ signCount: 0 });
    for (const member of ['authenticatorData', 'clientDataJson', 'signature'] as const) {
      const wrong = { ...stamp, [member]: stamp[member].with(-1, (stamp[member].at(-1) ?? 0) ^ 1) };
      expect(await judge(() => checkAssertion(wrong, challenge, stored, policy)), member).toMatchObject({ ok: false });
    }
  });

  test.each(vectors.filter(({ name }) => otherAlgorithms.includes(name)))('error: $name', async (vector) => {
    expect(await register(vector)).toMatchObject({ error: { code: 'ALGORITHM_NOT_ALLOWED' } });
  });

  test.each(vectors.filter(({ name }) => name.endsWith('Origin')))('error: $name where not allowed', async (vector) => {
    expect(await register(vector, { allowCrossOrigin: false })).toMatchObject({ error: { code: 'CROSS_ORIGIN' } });
  });

  // The other statements use certificates that cannot be recreated.
  test.each(ours.filter(({ name }) => /^none|-self/.test(name)))(
    'behavior: another library accepts $name',
    async (vector) => {
      const { registration, authentication } = vector;
      const expected = {
        expectedOrigin: 'https://example.org',
        expectedRPID: 'example.org',
        expectedTopOrigin: 'https://example.com',
        requireUserVerification: false,
      };
      const id = base64url(registration.credentialId);
      const about = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
      const made = await verifyRegistrationResponse({
        ...expected,
        expectedChallenge: base64url(registration.challenge),
        response: {
          ...about,
          response: {
            clientDataJSON: base64url(registration.clientDataJson),
            attestationObject: base64url(registration.attestationObject),
          },
        },
      });
      expect(made.verified).toBe(true);
      const used = await verifyAuthenticationResponse({
        ...expected,
        expectedChallenge: base64url(authentication.challenge),
        credential: made.registrationInfo?.credential ?? expect.unreachable(),
        response: {
          ...about,
          response: {
            clientDataJSON: base64url(authentication.clientDataJson),
            authenticatorData: base64url(authentication.authenticatorData),
            signature: base64url(authentication.signature),
          },
        },
      });
      expect(used.verified).toBe(true);
    },
  );
});
