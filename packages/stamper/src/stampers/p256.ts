import { encodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import type { ApiKey } from '../keys/api-key.ts';
import { createP256Signer } from '../keys/p256-signer.ts';
import type { SigningCurve } from '../native/native-crypto.ts';
import { stampSchemes } from '../protocol.ts';
import { bodyBytes, type Stamper } from '../stamp.ts';
import { apiKeyStamp } from './api-key-stamp.ts';

/**
 * Stamps with a P-256 API key, using the crypto of the runtime. Where it is missing (React Native, pages without https),
 * pass `softwareP256` as the second argument. Keys that do not belong together are refused at the first stamp.
 *
 * @example
 * const stamper = createP256Stamper({ publicKey: apiPublicKey, privateKey: apiPrivateKey });
 * const { name, value } = await stamper.stamp(body);
 */
export function createP256Stamper(key: ApiKey, curve?: SigningCurve): Stamper {
  const { publicKey, sign } = createP256Signer(key, curve);
  return {
    async stamp(body) {
      return apiKeyStamp(publicKey, stampSchemes.p256, encodeEcdsaDer(await sign(bodyBytes(body))));
    },
  };
}
