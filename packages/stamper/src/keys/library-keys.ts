import { requireBytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import { StamperError } from '../stamper-error.ts';
import type { Curve } from './curve.ts';
import type { CurveKeys } from './curve-keys.ts';
import { PrivateKey } from './private-key.ts';
import type { PublicKey } from './public-key.ts';

/** The part of the curve library that is used. */
interface KeyLibrary {
  readonly utils: {
    readonly isValidSecretKey: (bytes: Uint8Array) => boolean;
    readonly randomSecretKey: () => Uint8Array;
  };
  readonly getPublicKey: (bytes: Uint8Array, isCompressed?: boolean) => Uint8Array;
}

/** Creates the keys of a curve from the hex form of its public keys and a parser for their points. */
export function libraryKeys(
  curve: Curve,
  library: KeyLibrary,
  form: RegExp,
  readPoint: (bytes: Uint8Array, part: string) => PublicKey,
): CurveKeys {
  const createPrivateKey = (bytes: Uint8Array, part = 'privateKey') => {
    if (requireBytes(bytes, part).length !== 32) {
      throw new StamperError('MALFORMED', part, 'is not 32 bytes long');
    }
    if (!library.utils.isValidSecretKey(bytes)) {
      throw new StamperError('INVALID_KEY', part, `is not a private key of ${curve}`);
    }
    return new PrivateKey(bytes, readPoint(library.getPublicKey(bytes, false), part));
  };
  return {
    createPrivateKey,
    generatePrivateKey: () => createPrivateKey(library.utils.randomSecretKey()),
    parsePublicKey(hex, part = 'publicKey') {
      if (typeof hex !== 'string' || !form.test(hex)) {
        throw new StamperError('MALFORMED', part, `is not the hex form of a public key on ${curve}`);
      }
      return readPoint(decodeHex(hex, part), part);
    },
  };
}

/** Returns a valid point or throws our error, because the error of the library quotes the bytes. */
export function validPoint<Point extends { assertValidity(): void }>(
  curve: Curve,
  part: string,
  read: () => Point,
): Point {
  try {
    const point = read();
    point.assertValidity();
    return point;
  } catch {
    throw new StamperError('INVALID_KEY', part, `is not a point on ${curve}`);
  }
}
