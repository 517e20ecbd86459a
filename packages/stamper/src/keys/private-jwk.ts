import { decodeBase64Url, encodeBase64Url } from '../encoding/base64url.ts';
import { encodeHex } from '../encoding/hex.ts';
import { ecJwk, okpJwk } from '../encoding/public-jwk.ts';
import { StamperError } from '../stamper-error.ts';
import type { Curve } from './curve.ts';
import type { KeyMaterial } from './key-material.ts';
import type { PrivateKey } from './private-key.ts';

/** A private key as a JSON Web Key (RFC 7518 6.2, RFC 8037, RFC 8812). */
export interface PrivateJwk {
  readonly kty?: unknown;
  readonly crv?: unknown;
  readonly x?: unknown;
  readonly y?: unknown;
  readonly d?: unknown;
}

const part = 'privateKey';
const curveOf = new Map<string, Curve>([
  ['EC P-256', 'p256'],
  ['EC secp256k1', 'secp256k1'],
  ['OKP Ed25519', 'ed25519'],
]);

export function decodeJwk({ kty, crv, x, y, d }: PrivateJwk): KeyMaterial {
  const curve = typeof kty === 'string' && typeof crv === 'string' ? curveOf.get(`${kty} ${crv}`) : undefined;
  if (!curve) throw new StamperError('CURVE_UNKNOWN', `${part}.crv`, `is not one of ${[...curveOf.keys()].join(', ')}`);
  const publicKey = curve === 'ed25519' ? coordinate(x, 'x') : `04${coordinate(x, 'x')}${coordinate(y, 'y')}`;
  return { curve, publicKeys: [publicKey], secret: member(d, 'd') };
}

/** Exports a private key, secret included, as a JSON Web Key. */
export function exportJwk(key: PrivateKey) {
  const { curve, uncompressed } = key.publicKey;
  const d = encodeBase64Url(key.bytes());
  if (curve === 'ed25519') return { ...okpJwk(uncompressed), d };
  return { ...ecJwk(curve === 'p256' ? 'P-256' : 'secp256k1', uncompressed), d };
}

function coordinate(value: unknown, name: string): string {
  return encodeHex(member(value, name));
}

function member(value: unknown, name: string): Uint8Array {
  if (typeof value !== 'string') throw new StamperError('MALFORMED', `${part}.${name}`, 'is missing');
  return decodeBase64Url(value, `${part}.${name}`);
}
