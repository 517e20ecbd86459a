import { createHash, createPublicKey, verify } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { resultOf } from './organizations.ts';
import type { Actor, Service } from './service.ts';

/** A payload that is already a digest, which secp256k1 and P-256 keys sign. */
export const digest = createHash('sha256').update('digest').digest('hex');
export const digestPayload = {
  payload: digest,
  encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
  hashFunction: 'HASH_FUNCTION_NO_OP',
};

/** A signature in an answer. */
export interface PayloadSignature {
  readonly r: string;
  readonly s: string;
  readonly v: string;
}

/** The compressed public key that a signature of secp256k1 recovers to, in hex. */
export const recover = ({ r, s, v }: PayloadSignature, of: string): string =>
  secp256k1.Signature.fromHex(r + s)
    .addRecoveryBit(Number(v))
    .recoverPublicKey(Buffer.from(of, 'hex'))
    .toHex(true);

const dsa = { dsaEncoding: 'ieee-p1363' } as const;

/** Verifies a signature with OpenSSL: of a message by ed25519, or of the SHA-256 of a message by P-256. */
export function verifyWithOpenSsl(
  curve: 'ed25519' | 'P-256',
  publicKey: string,
  message: Uint8Array,
  { r, s }: PayloadSignature,
) {
  const head =
    curve === 'ed25519' ? '302a300506032b6570032100' : '3039301306072a8648ce3d020106082a8648ce3d030107032200';
  const key = createPublicKey({ key: Buffer.from(head + publicKey, 'hex'), format: 'der', type: 'spki' });
  const signature = Buffer.from(r + s, 'hex');
  return curve === 'ed25519'
    ? verify(null, message, key, signature)
    : verify('sha256', message, { key, ...dsa }, signature);
}

/** Creates a private key, and returns its id, its public key and its first address. */
export async function createPrivateKey(
  { submit, ask }: Pick<Service, 'submit' | 'ask'>,
  actor: Actor,
  {
    curve = 'CURVE_SECP256K1',
    addressFormats = ['ADDRESS_FORMAT_ETHEREUM'],
  }: { curve?: string; addressFormats?: readonly string[] } = {},
): Promise<{ privateKeyId: string; publicKey: string; address: string }> {
  const privateKeyName = `Key ${++made}`;
  const { privateKeys } = resultOf(
    await submit(actor, 'create_private_keys', {
      privateKeys: [{ privateKeyName, curve, privateKeyTags: [], addressFormats }],
    }),
  );
  const [{ privateKeyId }] = privateKeys;
  const { privateKey } = (await ask(actor, 'get_private_key', { privateKeyId })).json;
  return { privateKeyId, publicKey: privateKey.publicKey, address: privateKey.addresses[0]?.address };
}
let made = 0;
