import { native } from '#native';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import type { ApiKey } from '../keys/api-key.ts';
import { createPairSigner } from '../keys/pair-signer.ts';
import type { SigningCurve } from '../native/native-crypto.ts';
import { stampSchemes } from '../protocol.ts';
import { bodyBytes, type Stamper } from '../stamp.ts';
import { StamperError } from '../stamper-error.ts';
import { apiKeyStamp } from './api-key-stamp.ts';

/**
 * Stamps with an ed25519 API key, using the crypto of the runtime. Where it is missing (React Native, older browsers), pass
 * `softwareEd25519` as the second argument. Keys that do not belong together are refused at the first stamp.
 */
export function createEd25519Stamper(key: ApiKey, curve: SigningCurve = native.ed25519): Stamper {
  const publicKey = bytes32(key.publicKey, 'publicKey');
  const privateKey = bytes32(key.privateKey, 'privateKey');
  const sign = createPairSigner(curve, { privateKey, publicKey }, 'pass softwareEd25519');
  const hex = encodeHex(publicKey);
  return {
    async stamp(body) {
      return apiKeyStamp(hex, stampSchemes.ed25519, await sign(bodyBytes(body)));
    },
  };
}

function bytes32(hex: string, part: string): Uint8Array {
  const bytes = decodeHex(hex, part);
  if (bytes.length !== 32) throw new StamperError('MALFORMED', part, 'is not 32 bytes of hex');
  return bytes;
}
