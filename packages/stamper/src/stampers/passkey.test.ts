import { base64url, SoftwareAuthenticator } from '@mintmark/testing/software-authenticator';
import { describe, expect, test } from 'vitest';
import { verifyRegistration } from '../verify/webauthn/index.ts';
import { createPasskey } from './passkey.ts';

const authenticator = new SoftwareAuthenticator('ES256');
const buffer = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer;
const account = { rp: { name: 'Analytical Engines' }, user: { name: 'ada@example.com', displayName: 'Ada Lovelace' } };

interface Asked {
  publicKey: { challenge: Uint8Array; user: { id: Uint8Array } };
}

/** A browser with one authenticator that records its requests. */
function browser(transports?: string[]) {
  const asked: Asked[] = [];
  return {
    asked,
    async create(options: Asked) {
      asked.push(options);
      const challenge = base64url(options.publicKey.challenge);
      const { credentialId, clientDataJson, attestationObject } = authenticator.register(challenge);
      return {
        id: credentialId,
        type: 'public-key',
        rawId: buffer(credentialId),
        response: {
          clientDataJSON: buffer(clientDataJson),
          attestationObject: buffer(attestationObject),
          ...(transports && { getTransports: () => transports }),
        },
      };
    },
  };
}

describe('createPasskey', () => {
  test('default: returns the parameters of the contract, which verify', async () => {
    const credentials = browser(['internal', 'hybrid']);
    const passkey = await createPasskey({ ...account, credentials });
    expect(passkey).toEqual({
      authenticatorName: 'ada@example.com',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      attestation: {
        credentialId: base64url(authenticator.credentialId),
        clientDataJson: expect.any(String),
        attestationObject: expect.any(String),
        transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL', 'AUTHENTICATOR_TRANSPORT_HYBRID'],
      },
    });
    const policy = { userVerification: 'required' } as const;
    expect(await verifyRegistration({ ...passkey, policy })).toMatchObject({ ok: true, rpId: 'example.com' });
  });

  test('default: asks for a discoverable passkey', async () => {
    const credentials = browser();
    await createPasskey({ ...account, credentials });
    await createPasskey({ ...account, credentials });
    const [first, second] = credentials.asked;
    expect(first).toEqual({
      publicKey: {
        rp: { name: 'Analytical Engines' },
        user: { name: 'ada@example.com', displayName: 'Ada Lovelace', id: expect.any(Uint8Array) },
        challenge: expect.any(Uint8Array),
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -8 },
          { type: 'public-key', alg: -257 },
        ],
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
        timeout: 300_000,
        attestation: 'none',
      },
    });
    expect(first?.publicKey.challenge).not.toEqual(second?.publicKey.challenge);
    expect(first?.publicKey.user.id).not.toEqual(second?.publicKey.user.id);
    expect(first?.publicKey.user.id).not.toEqual(first?.publicKey.challenge);
    expect(first?.publicKey.user.id).toHaveLength(32);
  });

  test('args: the options reach the browser', async () => {
    const credentials = browser();
    const { signal } = new AbortController();
    const passkey = await createPasskey({
      credentials,
      signal,
      rp: { name: 'Analytical Engines', id: 'example.com' },
      user: { ...account.user, id: Uint8Array.of(1, 2) },
      authenticatorName: 'Laptop',
      challenge: Uint8Array.of(1, 2, 3),
      timeout: 5,
      authenticatorSelection: { userVerification: 'required' },
      excludeCredentials: [{ credentialId: 'AQID', transports: ['AUTHENTICATOR_TRANSPORT_USB'] }],
    });
    expect(passkey).toMatchObject({ authenticatorName: 'Laptop', challenge: 'AQID', attestation: { transports: [] } });
    expect(credentials.asked).toMatchObject([
      {
        signal,
        publicKey: {
          rp: { id: 'example.com' },
          user: { id: Uint8Array.of(1, 2) },
          challenge: Uint8Array.of(1, 2, 3),
          timeout: 5,
          authenticatorSelection: { userVerification: 'required' },
          excludeCredentials: [{ type: 'public-key', id: Uint8Array.of(1, 2, 3), transports: ['usb'] }],
        },
      },
    ]);
  });

  test('behavior: transports that the contract does not name are left out', async () => {
    const credentials = browser(['usb', 'smart-card', 'nfc', 'ble', 'constructor', '__proto__']);
    const { attestation } = await createPasskey({ ...account, credentials });
    expect(attestation.transports).toEqual([
      'AUTHENTICATOR_TRANSPORT_USB',
      'AUTHENTICATOR_TRANSPORT_NFC',
      'AUTHENTICATOR_TRANSPORT_BLE',
    ]);
  });

  test('error: the authenticator already has one', async () => {
    const credentials = { create: () => Promise.reject(new DOMException('text', 'InvalidStateError')) };
    await expect(createPasskey({ ...account, credentials })).rejects.toMatchObject({ code: 'CREDENTIAL_EXISTS' });
  });

  test('error: not in a browser', async () => {
    await expect(createPasskey(account)).rejects.toMatchObject({ name: 'StamperError', code: 'CRYPTO_UNAVAILABLE' });
  });
});
