import { native } from '#native';
import type { Sign, SigningCurve } from '../native/native-crypto.ts';
import type { ApiKey } from './api-key.ts';
import { compressedHex, parseP256Scalar, uncompressP256 } from './p256-point.ts';
import { createPairSigner } from './pair-signer.ts';

/** A P-256 key that signs, with its public key as compressed hex. The private key may be held anywhere. */
export interface Signer {
  readonly publicKey: string;
  readonly sign: Sign;
}

/**
 * A signer whose private key is in memory. Malformed keys are refused immediately. Keys that do not belong together are refused
 * at the first signature, which also imports the key, so keep the signer.
 *
 * @example
 * const signer = createP256Signer(key.toApiKey());
 * const clientSignature = await signClientMessage(buildLoginMessage(tokenId, sessionPublicKey), signer);
 */
export function createP256Signer(key: ApiKey, curve: SigningCurve = native.p256): Signer {
  const publicKey = uncompressP256(key.publicKey, 'publicKey');
  const privateKey = parseP256Scalar(key.privateKey, 'privateKey');
  const sign = createPairSigner(curve, { privateKey, publicKey }, 'pass softwareP256');
  return { publicKey: compressedHex(publicKey), sign };
}
