import { encodeBase64Url } from './base64url.ts';

/** The JSON Web Key of an uncompressed point. */
export function ecJwk(crv: 'P-256' | 'secp256k1', point: Uint8Array) {
  return { kty: 'EC', crv, x: encodeBase64Url(point.subarray(1, 33)), y: encodeBase64Url(point.subarray(33)) };
}

/** The JSON Web Key of the 32 bytes of an ed25519 key. */
export function okpJwk(publicKey: Uint8Array) {
  return { kty: 'OKP', crv: 'Ed25519', x: encodeBase64Url(publicKey) };
}

/** The JSON Web Key of an RSA modulus and exponent. */
export function rsaJwk({ n, e }: { readonly n: Uint8Array; readonly e: Uint8Array }) {
  return { kty: 'RSA', n: encodeBase64Url(n), e: encodeBase64Url(e) };
}
