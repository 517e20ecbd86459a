import { createPrivateKey, sign } from 'node:crypto';
import { type Writable, writeCbor } from '@mintmark/testing/cbor-writer';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { encodeEcdsaDer } from '../../src/encoding/index.ts';
import { base64url, hex, keyOf, sha256, utf8 } from './cast.ts';
import { rsaPasskey } from './rsa-passkey.ts';

export type PasskeyAlgorithm = 'ES256' | 'EdDSA' | 'RS256';

/** What a passkey and its browser sign; everything in it can be made wrong on its own. */
export interface Ceremony {
  readonly clientData: { readonly [member: string]: unknown };
  readonly rpId: string;
  readonly flags: number;
  readonly signCount: number;
}

export const flag = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, credential: 0x40 };
export const rpId = 'example.com';
export const origin = 'https://app.example.com';

/** A passkey whose signatures are the same each time. */
export interface Passkey {
  readonly algorithm: PasskeyAlgorithm;
  readonly credentialId: Uint8Array;
  readonly cose: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

export function passkeyOf(algorithm: PasskeyAlgorithm, name = 'passkey'): Passkey {
  const credentialId = sha256(`mintmark conformance vectors: credential ${algorithm} ${name}`);
  if (algorithm === 'ES256') {
    const key = keyOf('p256', name);
    const point = key.publicKey.uncompressed;
    const cose = coseKey([1, 2], [3, -7], [-1, 1], [-2, point.subarray(1, 33)], [-3, point.subarray(33)]);
    return { algorithm, credentialId, cose, sign: (message) => encodeEcdsaDer(p256.sign(message, key.bytes())) };
  }
  if (algorithm === 'EdDSA') {
    const key = keyOf('ed25519', name);
    const cose = coseKey([1, 1], [3, -8], [-1, 6], [-2, key.publicKey.bytes]);
    return { algorithm, credentialId, cose, sign: (message) => ed25519.sign(message, key.bytes()) };
  }
  const key = createPrivateKey({ key: rsaPasskey, format: 'jwk' });
  const number = (text: string) => Buffer.from(text, 'base64url');
  const cose = coseKey([1, 3], [3, -257], [-1, number(rsaPasskey.n)], [-2, number(rsaPasskey.e)]);
  return { algorithm, credentialId, cose, sign: (message) => sign('sha256', message, key) };
}

/** The challenge of a body: the hex of its hash, as text. */
export function challengeOf(body: string): string {
  return base64url(hex(sha256(body)));
}

/** WebAuthn 6.1, with what follows the counter. */
export function authenticatorData(ceremony: Ceremony, rest: Uint8Array = new Uint8Array()): Uint8Array {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(ceremony.signCount);
  return Uint8Array.of(...sha256(ceremony.rpId), ceremony.flags, ...counter, ...rest);
}

/** WebAuthn 6.5.1. */
export function attestedCredential({ credentialId, cose }: Passkey): Uint8Array {
  const { length } = credentialId;
  return Uint8Array.of(...new Uint8Array(16), length >> 8, length & 255, ...credentialId, ...cose);
}

export const clientDataJson = (ceremony: Ceremony): Uint8Array => utf8(JSON.stringify(ceremony.clientData));

/** What an authenticator signs: its data, and the hash of the client data. */
export function signedBytes(data: Uint8Array, clientData: Uint8Array): Uint8Array {
  return Uint8Array.of(...data, ...sha256(clientData));
}

function coseKey(...entries: [number, Writable][]): Uint8Array {
  return writeCbor(new Map(entries));
}
