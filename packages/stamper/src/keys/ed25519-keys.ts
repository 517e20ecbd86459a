import { ed25519 } from '@noble/curves/ed25519.js';
import { encodeHex } from '../encoding/hex.ts';
import { StamperError } from '../stamper-error.ts';
import type { CurveKeys } from './curve-keys.ts';
import { libraryKeys, validPoint } from './library-keys.ts';

const form = /^[0-9a-fA-F]{64}$/;

export const ed25519Keys: CurveKeys = /* @__PURE__ */ libraryKeys('ed25519', ed25519, form, (bytes, part) => {
  const point = validPoint('ed25519', part, () => ed25519.Point.fromBytes(bytes, false));
  if (point.isSmallOrder() || !point.isTorsionFree()) {
    throw new StamperError('INVALID_KEY', part, 'is outside the prime-order group of ed25519');
  }
  const own = new Uint8Array(bytes);
  return { curve: 'ed25519', hex: encodeHex(own), bytes: own, uncompressed: own };
});
