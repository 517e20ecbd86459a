import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { StamperError } from '../stamper-error.ts';
import type { Curve } from './curve.ts';

/** A public key that was checked to be one: a point of its curve that signatures and key agreement are safe with. */
export interface PublicKey {
  readonly curve: Curve;
  /** The one spelling of this key: lower-case hex of the compressed point, or of the 32 bytes of an ed25519 key. */
  readonly hex: string;
  /** The bytes of `hex`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The 65 bytes of the uncompressed point; for ed25519, which has no such form, the same as `bytes`. */
  readonly uncompressed: Uint8Array<ArrayBuffer>;
}

const weierstrassForm = /^(?:0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/;
const edwardsForm = /^[0-9a-fA-F]{64}$/;
const weierstrassPoints = { p256: p256.Point, secp256k1: secp256k1.Point };

/**
 * The only way from text to a public key, for stamps, sessions, bundles and tokens alike.
 *
 * Takes exactly the compressed or uncompressed form of a point on the curve (ed25519: 32 bytes) in hex of either case.
 * Refuses the point at infinity, hybrid forms and points off the curve, which some libraries take and then verify anything;
 * and ed25519 keys outside of the prime-order group, about which libraries disagree.
 */
export function parsePublicKey(curve: Curve, hex: string, part = 'publicKey'): PublicKey {
  const form = curve === 'ed25519' ? edwardsForm : weierstrassForm;
  if (typeof hex !== 'string' || !form.test(hex)) {
    throw new StamperError('MALFORMED', part, `is not the hex form of a public key on ${curve}`);
  }
  const bytes = decodeHex(hex, part);
  return curve === 'ed25519' ? edwardsKey(bytes, part) : weierstrassKey(curve, bytes, part);
}

function weierstrassKey(curve: 'p256' | 'secp256k1', bytes: Uint8Array, part: string): PublicKey {
  const point = onCurve(curve, part, () => weierstrassPoints[curve].fromBytes(bytes));
  const compressed = new Uint8Array(point.toBytes(true));
  return { curve, hex: encodeHex(compressed), bytes: compressed, uncompressed: new Uint8Array(point.toBytes(false)) };
}

function edwardsKey(bytes: Uint8Array<ArrayBuffer>, part: string): PublicKey {
  const point = onCurve('ed25519', part, () => ed25519.Point.fromBytes(bytes, false));
  if (point.isSmallOrder() || !point.isTorsionFree()) {
    throw new StamperError('INVALID_KEY', part, 'is outside of the prime-order group of ed25519');
  }
  return { curve: 'ed25519', hex: encodeHex(bytes), bytes, uncompressed: bytes };
}

function onCurve<Point extends { assertValidity(): void }>(curve: Curve, part: string, decode: () => Point): Point {
  try {
    const point = decode();
    point.assertValidity();
    return point;
  } catch {
    // The library's own error quotes the bytes.
    throw new StamperError('INVALID_KEY', part, `is not a point on ${curve}`);
  }
}
