import { native } from '#native';
import type { Sign, SigningCurve } from '../native/native-crypto.ts';
import type { ApiKey } from './api-key.ts';
import { parseP256Scalar, uncompressP256 } from './p256-point.ts';
import { createPairSigner } from './pair-signer.ts';

/**
 * A signer by a P-256 key pair. What is malformed is refused at once; keys that do not belong together are found at the
 * first signature.
 */
export function createP256Signer(key: ApiKey, curve: SigningCurve = native.p256): Sign {
  const publicKey = uncompressP256(key.publicKey, 'publicKey');
  const privateKey = parseP256Scalar(key.privateKey, 'privateKey');
  return createPairSigner(curve, { privateKey, publicKey }, 'pass softwareP256');
}
