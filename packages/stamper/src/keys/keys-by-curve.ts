import { StamperError } from '../stamper-error.ts';
import { type Curve, curves } from './curve.ts';
import type { CurveKeys } from './curve-keys.ts';
import { ed25519Keys } from './ed25519-keys.ts';
import { p256Keys } from './p256-keys.ts';
import type { PrivateKey } from './private-key.ts';
import type { PublicKey } from './public-key.ts';
import { secp256k1Keys } from './secp256k1-keys.ts';

function keysOf(curve: Curve): CurveKeys {
  switch (curve) {
    case 'p256':
      return p256Keys;
    case 'secp256k1':
      return secp256k1Keys;
    case 'ed25519':
      return ed25519Keys;
    default:
      throw new StamperError('CURVE_UNKNOWN', 'curve', `is not one of ${curves.join(', ')}`);
  }
}

/**
 * Parses a public key, for stamps, sessions, bundles and tokens alike. Stampers only sign with their own key, so they only
 * check that it belongs to the private key.
 *
 * Accepts only the compressed or uncompressed form of a point on the curve (ed25519: 32 bytes) in hex of either case.
 * Refuses the point at infinity, hybrid forms and points off the curve: some libraries accept these and then verify
 * anything. Also refuses ed25519 keys outside the prime-order group, on which libraries disagree.
 */
export function parsePublicKey(curve: Curve, hex: string, part?: string): PublicKey {
  return keysOf(curve).parsePublicKey(hex, part);
}

/** Creates a private key from a copy of its 32 bytes: the scalar, big-endian, or the seed of an ed25519 key. */
export function createPrivateKey(curve: Curve, bytes: Uint8Array, part?: string): PrivateKey {
  return keysOf(curve).createPrivateKey(bytes, part);
}

/** Generates a private key from the runtime's secure randomness. */
export function generatePrivateKey(curve: Curve): PrivateKey {
  return keysOf(curve).generatePrivateKey();
}
