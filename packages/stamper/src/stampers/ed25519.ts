import { native } from '#native';
import { importApiKey } from '../keys/import-key.ts';
import type { ApiKey } from '../keys/p256-signer.ts';
import { softwareEd25519 } from '../keys/software.ts';
import type { Sign } from '../native/native-crypto.ts';
import { stampSchemes } from '../protocol.ts';
import { bodyBytes, type Stamper } from '../stamp.ts';
import { apiKeyStamp } from './api-key-stamp.ts';

/** Stamps with an ed25519 API key: by the runtime's own crypto where it has the curve, in JavaScript where not. */
export function createEd25519Stamper(apiKey: ApiKey): Stamper {
  const key = importApiKey(apiKey, 'ed25519');
  const importSigner = async (): Promise<Sign> => {
    const pair = { privateKey: key.bytes(), publicKey: key.publicKey.bytes };
    return (await native.ed25519.importSigner(pair)) ?? softwareEd25519.importSigner(pair);
  };
  let signer: Promise<Sign> | undefined;
  return {
    async stamp(body) {
      signer ??= importSigner();
      return apiKeyStamp(key.publicKey.hex, stampSchemes.ed25519, await (await signer)(bodyBytes(body)));
    },
  };
}
