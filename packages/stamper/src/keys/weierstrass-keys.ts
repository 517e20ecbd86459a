import type { ECDSA } from '@noble/curves/abstract/weierstrass.js';
import { encodeHex } from '../encoding/hex.ts';
import type { CurveKeys } from './curve-keys.ts';
import { libraryKeys, validPoint } from './library-keys.ts';
import { pointForm } from './p256-point.ts';

/** The keys of a curve in Weierstrass form, whose points all have the order of the curve. */
export function weierstrassKeys(curve: 'p256' | 'secp256k1', library: ECDSA): CurveKeys {
  return libraryKeys(curve, library, pointForm, (bytes, part) => {
    const point = validPoint(curve, part, () => library.Point.fromBytes(bytes));
    const compressed = new Uint8Array(point.toBytes(true));
    return { curve, hex: encodeHex(compressed), bytes: compressed, uncompressed: new Uint8Array(point.toBytes(false)) };
  });
}
