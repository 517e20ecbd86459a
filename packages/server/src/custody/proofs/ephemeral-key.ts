import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { appProofScheme } from '@mintmark/stamper/protocol';
import type { ProofSigner } from '../../core/ports/proof-signer.ts';

const newPair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

/**
 * Creates the ephemeral key of a process: an encryption point and a signing point. The private key stays outside the JavaScript heap
 * and is never exported. Nothing is encrypted for the first point, so its private key is not kept.
 */
export function createProofSigner(): ProofSigner {
  const encryption = newPair();
  const signing = newPair();
  const publicKey = pointOf(encryption.publicKey) + pointOf(signing.publicKey);
  const key = { key: signing.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return {
    publicKey,
    sign(payload) {
      const proofPayload = JSON.stringify(payload);
      const signature = sign('sha256', Buffer.from(proofPayload), key).toString('hex');
      return { scheme: appProofScheme, publicKey, proofPayload, signature };
    },
  };
}

/** A public key as an uncompressed point, in hex: the end of its SPKI (RFC 5480). */
const pointOf = (publicKey: KeyObject): string =>
  publicKey.export({ format: 'der', type: 'spki' }).subarray(-65).toString('hex');
