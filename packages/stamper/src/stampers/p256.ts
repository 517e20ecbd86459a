import { encodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { ApiKey } from '../keys/api-key.ts';
import { compressPoint, uncompressP256 } from '../keys/p256-point.ts';
import { createP256Signer } from '../keys/p256-signer.ts';
import type { SigningCurve } from '../native/native-crypto.ts';
import { stampSchemes } from '../protocol.ts';
import { bodyBytes, type Stamper } from '../stamp.ts';
import { apiKeyStamp } from './api-key-stamp.ts';

/**
 * Stamps with a P-256 API key, by the runtime's own crypto. Where there is none (React Native, pages without https), pass
 * `softwareP256` as the second argument.
 *
 * @example
 * const stamper = createP256Stamper({ publicKey: apiPublicKey, privateKey: apiPrivateKey });
 * const { name, value } = await stamper.stamp(body);
 */
export function createP256Stamper(key: ApiKey, curve?: SigningCurve): Stamper {
  const sign = createP256Signer(key, curve);
  const publicKey = encodeHex(compressPoint(uncompressP256(key.publicKey, 'publicKey')));
  return {
    async stamp(body) {
      return apiKeyStamp(publicKey, stampSchemes.p256, encodeEcdsaDer(await sign(bodyBytes(body))));
    },
  };
}
