import { encodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import { decodeHex } from '../encoding/hex.ts';
import type { ApiKey } from '../keys/api-key.ts';
import { keyMismatch } from '../keys/key-mismatch.ts';
import { secp256k1Keys } from '../keys/secp256k1-keys.ts';
import { softwareSecp256k1 } from '../keys/software.ts';
import { stampSchemes } from '../protocol.ts';
import { bodyBytes, type Stamper } from '../stamp.ts';
import { apiKeyStamp } from './api-key-stamp.ts';

/** Stamps with a secp256k1 API key. It signs in JavaScript, because no WebCrypto has this curve. */
export function createSecp256k1Stamper({ publicKey, privateKey }: ApiKey): Stamper {
  const key = secp256k1Keys.createPrivateKey(decodeHex(privateKey, 'privateKey'));
  if (secp256k1Keys.parsePublicKey(publicKey).hex !== key.publicKey.hex) throw keyMismatch();
  const signer = softwareSecp256k1.importSigner({ privateKey: key.bytes(), publicKey: key.publicKey.uncompressed });
  return {
    async stamp(body) {
      const sign = await signer;
      return apiKeyStamp(key.publicKey.hex, stampSchemes.secp256k1, encodeEcdsaDer(await sign(bodyBytes(body))));
    },
  };
}
