import { createHash, createPublicKey, ECDH, type KeyObject, verify } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { registry } from '../index.ts';
import * as vocabulary from '../vocabulary.ts';
import * as examples from './index.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const fromHex = (hex: string) => Buffer.from(hex, 'hex');
const fromBase64url = (text: string) => Buffer.from(text, 'base64url');

const curves = { 'P-256': 'prime256v1', secp256k1: 'secp256k1' } as const;

/** The uncompressed form of a point; throws if the point is not on the curve. */
const decompress = (key: Buffer, curve: keyof typeof curves = 'P-256') =>
  ECDH.convertKey(key, curves[curve], undefined, undefined, 'uncompressed') as Buffer;

/** The key of a point; throws if the point is not on the curve. */
const keyAt = (hex: string, curve: keyof typeof curves = 'P-256'): KeyObject => {
  const point = decompress(fromHex(hex), curve);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((coordinate) => coordinate.toString('base64url'));
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: curve, x: x ?? '', y: y ?? '' } });
};

/** Whether the 64 bytes r and s are an ECDSA signature over the data. */
const signs = (key: string, data: string, signature: string) =>
  verify('sha256', Buffer.from(data), { key: keyAt(key), dsaEncoding: 'ieee-p1363' }, fromHex(signature));

const exampleOf = (word: (description: string) => z.ZodType) => String(word('A key.').meta()?.['examples']);

/** Every string in a value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

const everyText = [...Object.values(registry).map((unit) => unit.example), examples].flatMap(textsOf);

describe('public keys', () => {
  const { attestationObject } = examples.authenticator.attestation;
  const coseKey = fromBase64url(attestationObject).toString('hex');
  const [, x, y] = /215820(.{64})225820(.{64})$/.exec(coseKey) ?? [];
  const signed = [
    examples.exportBundle,
    examples.walletExportBundle,
    examples.privateKeyExportBundle,
    examples.importBundle,
  ].map((bundle) => JSON.parse(bundle));
  const [exported, exportedWallet, exportedKey, imported] = signed.map(({ data }) =>
    JSON.parse(fromHex(data).toString()),
  );
  const points = {
    'API key of the vocabulary': exampleOf(vocabulary.apiPublicKey),
    'P-256 key of the vocabulary': exampleOf(vocabulary.p256PublicKey),
    'target key of the vocabulary': exampleOf(vocabulary.targetPublicKey),
    'API key': examples.apiKey.publicKey,
    'session key': examples.sessionPublicKey,
    'target key': examples.targetPublicKey,
    'signer key': signed[0].enclaveQuorumPublic,
    'encapsulated key of the export bundle': exported.encappedPublic,
    'encapsulated key of the export bundle of a wallet': exportedWallet.encappedPublic,
    'encapsulated key of the export bundle of a private key': exportedKey.encappedPublic,
    'target key of the import bundle': imported.targetPublic,
    'encapsulated key of the imported mnemonic': JSON.parse(examples.encryptedMnemonic).encappedPublic,
    'encapsulated key of the imported private key': JSON.parse(examples.encryptedPrivateKey).encappedPublic,
    'encapsulated key of the credential bundle': base58Check(examples.credentialBundle).subarray(0, 33).toString('hex'),
    'ephemeral key of the client secret': examples.encryptedClientSecret.slice(24, 154),
    'encryption key of the app': examples.appProof.publicKey.slice(0, 130),
    'signing key of the app': examples.appProof.publicKey.slice(130),
    passkey: `04${x}${y}`,
  };

  test.each(Object.entries(points))('default: the %s is a point of P-256', (_name, point) => {
    expect(keyAt(point).asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  });

  const { privateKeyRecord, walletAccountRecord } = examples;

  test.each([
    ['private key', { ...privateKeyRecord, address: privateKeyRecord.addresses[0]?.address }],
    ['wallet account', walletAccountRecord],
  ])('behavior: the %s record has a key of its curve, and the address of that key', (_, { publicKey, address }) => {
    const point = decompress(fromHex(publicKey), 'secp256k1');
    const hash = Buffer.from(keccak_256(point.subarray(1))).subarray(-20);
    expect(address).toBe(checksummed(hash.toString('hex')));
  });

  test('error: a point that is not on the curve', () => {
    expect(() => keyAt(`02${'f'.repeat(64)}`)).toThrow();
  });
});

describe('tokens', () => {
  const now = Number(examples.timestampMs) / 1000;
  const rows = [
    {
      name: 'OIDC token',
      token: examples.oidcToken,
      payload: {
        iss: 'https://id.example.com',
        sub: '248289761001',
        aud: 'mintmark-demo',
        exp: now + 3600,
        iat: now,
        nonce: sha256(examples.sessionPublicKey).toString('hex'),
      },
    },
    {
      name: 'verification token',
      token: examples.verificationToken,
      payload: {
        exp: now + 3600,
        id: '3d9b2f71-6a08-4c5e-b1d7-90e4f8a2c653',
        organization_id: examples.organizationId,
        verification_type: 'OTP_TYPE_EMAIL',
        contact: examples.userEmail,
        public_key: examples.sessionPublicKey,
      },
    },
    {
      name: 'session token',
      token: examples.session,
      payload: {
        exp: now + 15 * 60,
        public_key: examples.sessionPublicKey,
        session_type: 'SESSION_TYPE_READ_WRITE',
        user_id: examples.userId,
        organization_id: examples.organizationId,
      },
    },
  ];

  test.each(rows)('default: $name', ({ token, payload }) => {
    const [header, body, signature, ...rest] = token.split('.').map(fromBase64url);
    expect(JSON.parse(String(header))).toEqual({ alg: 'ES256', typ: 'JWT', kid: expect.stringMatching(/^\w{16}$/) });
    expect(JSON.parse(String(body))).toEqual(payload);
    expect(signature).toHaveLength(64);
    expect(rest).toEqual([]);
  });
});

describe('passkey', () => {
  const { challenge, attestation } = examples.authenticator;
  const attestationObject = fromBase64url(attestation.attestationObject);

  test('default: the client data names the challenge', () => {
    expect(JSON.parse(fromBase64url(attestation.clientDataJson).toString())).toEqual({
      type: 'webauthn.create',
      challenge,
      origin: 'https://app.example.com',
      crossOrigin: false,
    });
    expect(fromBase64url(challenge)).toHaveLength(32);
  });

  test('behavior: the attestation object is CBOR: a map of format, statement and authenticator data', () => {
    const text = (word: string) => Buffer.concat([Buffer.of(0x60 + word.length), Buffer.from(word)]);
    const head = Buffer.concat([
      Buffer.of(0xa3),
      ...['fmt', 'none', 'attStmt'].map(text),
      Buffer.of(0xa0),
      text('authData'),
      Buffer.of(0x58),
    ]);
    expect(attestationObject.subarray(0, head.length)).toEqual(head);
    const [length, ...authenticatorData] = attestationObject.subarray(head.length);
    expect(authenticatorData).toHaveLength(length ?? 0);
  });

  test('behavior: the authenticator data names the site and the credential', () => {
    const data = attestationObject.subarray(-164);
    expect(data.subarray(0, 32)).toEqual(sha256('app.example.com'));
    expect(data[32], 'user present, user verified, credential included').toBe(0x45);
    const length = data.readUInt16BE(53);
    expect(data.subarray(55, 55 + length)).toEqual(fromBase64url(attestation.credentialId));
  });
});

describe('records', () => {
  test('default: the API key is the one that was registered', () => {
    const { credential, apiKeyName } = examples.apiKeyRecord;
    expect([credential.publicKey, apiKeyName]).toEqual([examples.apiKey.publicKey, examples.apiKey.apiKeyName]);
  });

  test('behavior: the passkey is the one that was registered: its credential, its model and its COSE key', () => {
    const { attestation, authenticatorName } = examples.authenticator;
    const record = examples.authenticatorRecord;
    expect([record.credentialId, record.authenticatorName]).toEqual([attestation.credentialId, authenticatorName]);
    const data = fromBase64url(attestation.attestationObject).subarray(-164);
    expect(fromBase64url(record.aaguid)).toEqual(data.subarray(37, 53));
    expect(fromBase64url(record.credential.publicKey)).toEqual(data.subarray(55 + data.readUInt16BE(53)));
  });
});

describe('activity', () => {
  test('default: belongs to the body that deletes the user tag, and its fingerprint is the hash of that body', () => {
    const { type, intentKey, resultKey, example } = registry.delete_user_tags;
    const { timestampMs, organizationId, activity } = examples;
    const body = JSON.stringify({ type, timestampMs, organizationId, parameters: example.parameters });
    expect(activity).toMatchObject({
      organizationId,
      type,
      intent: { [intentKey]: example.parameters },
      result: { [resultKey]: example.result },
      fingerprint: `sha256:${sha256(body).toString('hex')}`,
    });
  });
});

describe('bundles', () => {
  const [sealedKey, sealedPhrase] = [/^[0-9a-f]{96}$/, /^[0-9a-f]{150}$/];
  const toTheClient = {
    encappedPublic: expect.any(String),
    organizationId: examples.organizationId,
    activityId: examples.activityId,
    targetPublicKey: examples.targetPublicKey,
  };
  const rows = [
    {
      name: 'export bundle',
      bundle: examples.exportBundle,
      content: {
        ...toTheClient,
        ciphertext: expect.stringMatching(sealedKey),
        address: examples.walletAddress,
      },
    },
    {
      name: 'export bundle of a wallet',
      bundle: examples.walletExportBundle,
      content: { ...toTheClient, ciphertext: expect.stringMatching(sealedPhrase), walletId: examples.walletId },
    },
    {
      name: 'export bundle of a private key',
      bundle: examples.privateKeyExportBundle,
      content: { ...toTheClient, ciphertext: expect.stringMatching(sealedKey), privateKeyId: examples.privateKeyId },
    },
    {
      name: 'import bundle',
      bundle: examples.importBundle,
      content: {
        targetPublic: expect.any(String),
        organizationId: examples.organizationId,
        userId: examples.userId,
      },
    },
  ];

  test.each(rows)('default: $name', ({ bundle, content }) => {
    const { version, data, dataSignature, enclaveQuorumPublic } = JSON.parse(bundle);
    expect(version).toBe('v1.0.0');
    expect(JSON.parse(fromHex(data).toString())).toEqual(content);
    expect(verify('sha256', fromHex(data), keyAt(enclaveQuorumPublic), fromHex(dataSignature))).toBe(true);
    expect(verify('sha256', fromHex(`${data}00`), keyAt(enclaveQuorumPublic), fromHex(dataSignature))).toBe(false);
  });

  test.each([
    ['seed phrase', examples.encryptedMnemonic, sealedPhrase],
    ['private key', examples.encryptedPrivateKey, sealedKey],
  ])('default: the %s of an import', (_, bundle, ciphertext) => {
    expect(JSON.parse(bundle)).toEqual({
      encappedPublic: expect.any(String),
      ciphertext: expect.stringMatching(ciphertext),
    });
  });

  test('behavior: the credential bundle is base58check of a point and a sealed private key', () => {
    const sealedKey = 32 + 16;
    expect(base58Check(examples.credentialBundle)).toHaveLength(33 + sealedKey);
  });

  test('behavior: the client secret is a nonce, a point, a length and that many bytes', () => {
    const envelope = fromHex(examples.encryptedClientSecret);
    expect(envelope).toHaveLength(12 + 65 + 4 + envelope.readUInt32LE(12 + 65));
  });
});

describe('signatures', () => {
  test('default: the login is signed by the session key and names it and the token', () => {
    const { publicKey, message, signature } = examples.loginSignature;
    expect(publicKey).toBe(examples.sessionPublicKey);
    expect(signs(publicKey, message, signature)).toBe(true);
    expect(signs(publicKey, `${message} `, signature)).toBe(false);
    const token = JSON.parse(String(fromBase64url(examples.verificationToken.split('.')[1] ?? '')));
    expect(JSON.parse(message)).toEqual({
      login: { publicKey: examples.sessionPublicKey },
      tokenId: token.id,
      type: 'USAGE_TYPE_LOGIN',
    });
  });

  test('behavior: the app proof is signed by the second point of its key', () => {
    const { publicKey, proofPayload, signature } = examples.appProof;
    expect(signs(publicKey.slice(130), proofPayload, signature)).toBe(true);
    expect(signs(publicKey.slice(0, 130), proofPayload, signature)).toBe(false);
  });
});

describe('addresses', () => {
  const found = everyText.flatMap((text) => text.match(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g) ?? []);

  test.each([...new Set(found)])('default: %s', (address) => {
    expect(address).toBe(checksummed(address.slice(2)));
  });

  test('behavior: the published examples of EIP-55', () => {
    for (const address of [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ]) {
      expect(checksummed(address.slice(2).toLowerCase())).toBe(address);
    }
  });

  test('behavior: the whole cast is checked', () => {
    const { walletAddress, vaultAddress, wrapperAddress, feeReceiverAddress, counterpartyAddress } = examples;
    expect(found).toEqual(
      expect.arrayContaining([
        walletAddress,
        vaultAddress,
        wrapperAddress,
        feeReceiverAddress,
        counterpartyAddress,
        examples.stablecoinAddress,
      ]),
    );
  });
});

describe('times', () => {
  test('default: the three ways to write the time mean the same moment', () => {
    const moment = Number(examples.timestampMs);
    expect(new Date(examples.rfc3339).getTime()).toBe(moment);
    expect(examples.timestamp).toEqual({ seconds: String(moment / 1000), nanos: '0' });
  });
});

/** An address with its EIP-55 checksum: a letter is upper case where the hash of the address has a digit above 7. */
function checksummed(address: string): string {
  const digits = address.toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  const cased = [...digits].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) > 7 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

/** The bytes of a base58check string; throws if the checksum is wrong. */
function base58Check(text: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const number = [...text].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n);
  const digits = number.toString(16);
  const bytes = fromHex(digits.padStart(digits.length + (digits.length % 2), '0'));
  const payload = bytes.subarray(0, -4);
  if (!sha256(sha256(payload)).subarray(0, 4).equals(bytes.subarray(-4))) throw new Error('wrong checksum');
  return payload;
}
