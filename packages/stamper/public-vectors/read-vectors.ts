import { readFileSync } from 'node:fs';

interface Vector {
  readonly id: number;
  readonly comment: string;
  readonly flags: readonly string[];
  readonly result: 'valid' | 'invalid' | 'acceptable';
}

/** A point, as SEC 1 writes it. */
export interface PointVector extends Vector {
  readonly public: string;
}

export interface SignatureVector extends Vector {
  readonly msg: string;
  readonly sig: string;
}

interface Group<Test> {
  readonly tests: readonly Test[];
}

interface SignatureGroup extends Group<SignatureVector> {
  readonly key: string;
}

interface RsaGroup extends Group<SignatureVector> {
  readonly n: string;
  readonly e: string;
}

/** A token, and the set of keys that it is to be judged by. */
interface JoseGroup extends Group<Vector & { readonly jws: string }> {
  readonly comment: string;
  readonly keys: readonly { readonly [member: string]: unknown }[];
}

/** RFC 9180, appendix A: the values are hex. */
interface HpkeVectors {
  readonly info: string;
  readonly ikmR: string;
  readonly ikmE: string;
  readonly skRm: string;
  readonly skEm: string;
  readonly pkRm: string;
  readonly pkEm: string;
  readonly enc: string;
  readonly shared_secret: string;
  readonly key: string;
  readonly base_nonce: string;
  readonly pt: string;
  readonly encryptions: readonly { readonly aad: string; readonly ct: string; readonly nonce: string }[];
}

interface PublicVectors {
  readonly ecdh_secp256k1: readonly Group<PointVector>[];
  readonly ecdh_secp256r1_ecpoint: readonly Group<PointVector>[];
  readonly ecdsa_secp256k1_sha256: readonly SignatureGroup[];
  readonly ecdsa_secp256k1_sha256_bitcoin: readonly SignatureGroup[];
  readonly ecdsa_secp256k1_sha256_p1363: readonly SignatureGroup[];
  readonly ecdsa_secp256r1_sha256: readonly SignatureGroup[];
  readonly ecdsa_secp256r1_sha256_p1363: readonly SignatureGroup[];
  readonly ed25519: readonly SignatureGroup[];
  readonly json_web_key: readonly JoseGroup[];
  readonly json_web_signature: readonly JoseGroup[];
  readonly rfc9180: HpkeVectors;
  readonly rsa_signature_2048_sha256: readonly RsaGroup[];
}

/** The vectors of one file in this folder. */
export function readVectors<Name extends keyof PublicVectors>(name: Name): PublicVectors[Name] {
  return JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'));
}
