import { encodeBase64Url } from '../encoding/base64url.ts';
import { ecJwk, okpJwk, rsaJwk } from '../encoding/public-jwk.ts';
import type { NativeCrypto, Sign, Verify } from './native-crypto.ts';
import { findSubtle, unshared } from './subtle.ts';

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const ed25519 = { name: 'Ed25519' };
const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

async function signer(algorithm: Algorithm, jwk: JsonWebKey, privateKey: Uint8Array): Promise<Sign | undefined> {
  const key = await importKey({ ...jwk, d: encodeBase64Url(privateKey) }, algorithm, 'sign');
  return key && (async (message) => new Uint8Array(await findSubtle().sign(algorithm, key, unshared(message))));
}

async function verifier(algorithm: Algorithm, jwk: JsonWebKey): Promise<Verify | undefined> {
  const key = await importKey(jwk, algorithm, 'verify');
  return key && ((message, signature) => findSubtle().verify(algorithm, key, unshared(signature), unshared(message)));
}

async function importKey(jwk: JsonWebKey, algorithm: Algorithm, usage: KeyUsage): Promise<CryptoKey | undefined> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return undefined;
  try {
    return await subtle.importKey('jwk', jwk, algorithm, false, [usage]);
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') return undefined;
    throw error;
  }
}

/** WebCrypto, as in every other runtime; none of them has secp256k1. */
export const native: NativeCrypto = {
  p256: {
    importSigner: ({ privateKey, publicKey }) => signer(ecdsa, ecJwk('P-256', publicKey), privateKey),
    importVerifier: (publicKey) => verifier(ecdsa, ecJwk('P-256', publicKey)),
  },
  ed25519: {
    importSigner: ({ privateKey, publicKey }) => signer(ed25519, okpJwk(publicKey), privateKey),
    importVerifier: (publicKey) => verifier(ed25519, okpJwk(publicKey)),
  },
  secp256k1: { importVerifier: async () => undefined },
  rs256: { importVerifier: (key) => verifier(rs256, rsaJwk(key)) },
  sha256: async (message) => new Uint8Array(await findSubtle().digest('SHA-256', unshared(message))),
};
