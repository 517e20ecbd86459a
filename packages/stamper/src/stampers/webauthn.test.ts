import { writeCbor } from '@mintmark/testing/cbor-writer';
import { base64url, challengeOf, flag, SoftwareAuthenticator } from '@mintmark/testing/software-authenticator';
import { describe, expect, test } from 'vitest';
import { createCredentialKey, verifyAssertion } from '../verify/webauthn/index.ts';
import { readWebAuthnStamp } from '../verify/webauthn/webauthn-stamp.ts';
import { createWebAuthnStamper } from './webauthn.ts';

const authenticator = new SoftwareAuthenticator('ES256');
const buffer = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer;

interface Asked {
  publicKey: { challenge: Uint8Array };
}

/** A browser with one passkey that records its requests. */
function browser() {
  const asked: Asked[] = [];
  return {
    asked,
    async get(options: Asked) {
      asked.push(options);
      const challenge = base64url(options.publicKey.challenge);
      const stamp = authenticator.assert(challenge, { flags: flag.UP });
      return {
        id: stamp.credentialId,
        type: 'public-key',
        rawId: buffer(stamp.credentialId),
        response: {
          authenticatorData: buffer(stamp.authenticatorData),
          clientDataJSON: buffer(stamp.clientDataJson),
          signature: buffer(stamp.signature),
        },
      };
    },
  };
}

const failing = (name: string) => ({ get: () => Promise.reject(new DOMException('the text of the browser', name)) });

describe('createWebAuthnStamper', () => {
  test.each([
    ['text', '{"name":"Ada ☃"}'],
    ['bytes', Uint8Array.of(0xff, 0x00, 0x7b)],
    ['nothing', ''],
  ])('default: stamps %s', async (_, body) => {
    const credentials = browser();
    const { name, value } = await createWebAuthnStamper({ credentials }).stamp(body);
    expect(name).toBe('X-Stamp-WebAuthn');
    expect(Object.keys(JSON.parse(value))).toEqual([
      'authenticatorData',
      'clientDataJson',
      'credentialId',
      'signature',
    ]);
    const stamp = readWebAuthnStamp(value);
    expect(JSON.parse(Buffer.from(stamp.clientDataJson).toString())).toMatchObject({ challenge: challengeOf(body) });
    const credential = {
      credentialId: base64url(authenticator.credentialId),
      key: await createCredentialKey(writeCbor(authenticator.cose)),
      rpId: 'example.com',
      signCount: 0,
    };
    const policy = { userVerification: 'preferred' } as const;
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    expect(await verifyAssertion({ stamp, body: bytes, credential, policy })).toMatchObject({ ok: true });
  });

  test('default: asks for any passkey of the page, for five minutes', async () => {
    const credentials = browser();
    await createWebAuthnStamper({ credentials }).stamp('{}');
    expect(credentials.asked).toEqual([
      {
        publicKey: {
          challenge: expect.any(Uint8Array),
          timeout: 300_000,
          userVerification: 'preferred',
          allowCredentials: [],
        },
      },
    ]);
  });

  test('args: the options reach the browser', async () => {
    const credentials = browser();
    const { signal } = new AbortController();
    const stamper = createWebAuthnStamper({
      credentials,
      rpId: 'example.com',
      timeout: 1_000,
      userVerification: 'required',
      allowCredentials: [
        { credentialId: 'AQID', transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL', 'AUTHENTICATOR_TRANSPORT_HYBRID'] },
        { credentialId: 'BAUG' },
      ],
    });
    await stamper.stamp('{}', { signal });
    expect(credentials.asked).toEqual([
      {
        signal,
        publicKey: {
          challenge: expect.any(Uint8Array),
          rpId: 'example.com',
          timeout: 1_000,
          userVerification: 'required',
          allowCredentials: [
            { type: 'public-key', id: Uint8Array.of(1, 2, 3), transports: ['internal', 'hybrid'] },
            { type: 'public-key', id: Uint8Array.of(4, 5, 6) },
          ],
        },
      },
    ]);
  });

  test.each([
    ['NotAllowedError', 'CANCELLED'],
    ['AbortError', 'CANCELLED'],
    ['SecurityError', 'RP_ID_MISMATCH'],
    ['InvalidStateError', 'CREDENTIAL_EXISTS'],
    ['NotSupportedError', 'CRYPTO_UNAVAILABLE'],
    ['ConstraintError', 'CRYPTO_UNAVAILABLE'],
    ['TypeError', 'MALFORMED'],
    ['UnknownError', 'CANCELLED'],
  ])('error: %s of the browser', async (name, code) => {
    const stamping = createWebAuthnStamper({ credentials: failing(name) }).stamp('{}');
    await expect(stamping).rejects.toMatchObject({ name: 'StamperError', code, cause: { name } });
    await expect(stamping).rejects.not.toThrow(/the text of the browser/);
  });

  test('error: aborted with a reason of the caller', async () => {
    const controller = new AbortController();
    controller.abort('changed my mind');
    const credentials = { get: () => Promise.reject(controller.signal.reason) };
    const stamping = createWebAuthnStamper({ credentials }).stamp('{}', { signal: controller.signal });
    await expect(stamping).rejects.toMatchObject({ code: 'CANCELLED', message: 'passkey was aborted' });
  });

  test('error: the browser returns nothing', async () => {
    const stamping = createWebAuthnStamper({ credentials: { get: async () => null } }).stamp('{}');
    await expect(stamping).rejects.toMatchObject({ name: 'StamperError', code: 'CANCELLED' });
  });

  test('error: not in a browser', async () => {
    await expect(createWebAuthnStamper().stamp('{}')).rejects.toMatchObject({
      name: 'StamperError',
      code: 'CRYPTO_UNAVAILABLE',
      part: 'navigator.credentials',
    });
  });

  test('error: a passkey with a wrong id or transport', () => {
    const allowed = (passkey: object) => () =>
      createWebAuthnStamper({ allowCredentials: [{ credentialId: 'AQID', ...passkey }] });
    expect(allowed({ credentialId: '+/+/' })).toThrow(expect.objectContaining({ code: 'MALFORMED' }));
    expect(allowed({ transports: ['internal'] })).toThrow(expect.objectContaining({ code: 'MALFORMED' }));
  });
});
