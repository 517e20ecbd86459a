import { createHash, createPrivateKey, createPublicKey, getCurves, sign, verify } from 'node:crypto';
import { encodeBase64Url } from '../encoding/base64url.ts';
import { ecJwk, okpJwk, rsaJwk } from '../encoding/public-jwk.ts';
import type { NativeCrypto, Sign, Verify } from './native-crypto.ts';

const dsaEncoding = 'ieee-p1363';

function signer(algorithm: string | null, jwk: JsonWebKey, privateKey: Uint8Array): Sign {
  const key = createPrivateKey({ key: { ...jwk, d: encodeBase64Url(privateKey) }, format: 'jwk' });
  // Signing is faster than a round trip to the thread pool.
  return async (message) => sign(algorithm, message, { key, dsaEncoding });
}

function verifier(algorithm: string | null, jwk: JsonWebKey): Verify {
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  // In place, although it takes about a tenth of a millisecond: handing it to the thread pool costs a third of that again. A
  // service that needs more than one core runs several processes.
  return async (message, signature) => verify(algorithm, message, { key, dsaEncoding }, signature);
}

/** OpenSSL, through node:crypto. */
export const native: NativeCrypto = {
  p256: {
    importSigner: async ({ privateKey, publicKey }) => signer('sha256', ecJwk('P-256', publicKey), privateKey),
    importVerifier: async (publicKey) => verifier('sha256', ecJwk('P-256', publicKey)),
  },
  ed25519: {
    importSigner: async ({ privateKey, publicKey }) => signer(null, okpJwk(publicKey), privateKey),
    importVerifier: async (publicKey) => verifier(null, okpJwk(publicKey)),
  },
  secp256k1: {
    // Builds without OpenSSL, such as Electron, lack the curve.
    importVerifier: async (publicKey) =>
      getCurves().includes('secp256k1') ? verifier('sha256', ecJwk('secp256k1', publicKey)) : undefined,
  },
  rs256: { importVerifier: async (key) => verifier('sha256', rsaJwk(key)) },
  sha256: async (message) => new Uint8Array(createHash('sha256').update(message).digest()),
};
