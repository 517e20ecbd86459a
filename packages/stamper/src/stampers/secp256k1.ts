import { encodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import { importApiKey } from '../keys/import-key.ts';
import type { ApiKey } from '../keys/p256-signer.ts';
import { softwareSecp256k1 } from '../keys/software.ts';
import { stampSchemes } from '../protocol.ts';
import { bodyBytes, type Stamper } from '../stamp.ts';
import { apiKeyStamp } from './api-key-stamp.ts';

/** Stamps with a secp256k1 API key. No runtime's WebCrypto has this curve: it is signed in JavaScript. */
export function createSecp256k1Stamper(apiKey: ApiKey): Stamper {
  const key = importApiKey(apiKey, 'secp256k1');
  const signer = softwareSecp256k1.importSigner({ privateKey: key.bytes(), publicKey: key.publicKey.uncompressed });
  return {
    async stamp(body) {
      const sign = await signer;
      return apiKeyStamp(key.publicKey.hex, stampSchemes.secp256k1, encodeEcdsaDer(await sign(bodyBytes(body))));
    },
  };
}
