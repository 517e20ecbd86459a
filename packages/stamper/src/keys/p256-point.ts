import { concatBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { StamperError } from '../stamper-error.ts';

/** A point in hex, compressed or uncompressed; neither infinity nor the hybrid form. */
export const pointForm = /^(?:0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/;

/**
 * The arithmetic of P-256 (SEC 2, 2.4.2) that a stamper with native signing needs: JSON Web Keys need both coordinates, but
 * API keys are compressed. The curve of the library would be five times the size of the stamper.
 */
const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The 65 bytes of a point given as hex of 33 or 65 bytes; throws if it is not on the curve. */
export function uncompressP256(hex: string, part: string): Uint8Array<ArrayBuffer> {
  if (typeof hex !== 'string' || !pointForm.test(hex)) {
    throw new StamperError('MALFORMED', part, 'is not the hex form of a public key on p256');
  }
  const x = toNumber(hex.slice(2, 66));
  const square = (x * x * x - 3n * x + b) % p;
  const root = power(square < 0n ? square + p : square, (p + 1n) / 4n);
  const isOdd = hex.length > 66 ? toNumber(hex.slice(-1)) & 1n : toNumber(hex.slice(0, 2)) & 1n;
  const y = (root & 1n) === isOdd ? root : p - root;
  const isOnCurve = x < p && y < p && (y * y - square) % p === 0n;
  const bytes = concatBytes(Uint8Array.of(4), toBytes(x), toBytes(y));
  if (!isOnCurve || (hex.length > 66 && encodeHex(bytes) !== hex.toLowerCase())) {
    throw new StamperError('INVALID_KEY', part, 'is not a point on p256');
  }
  return bytes;
}

/** The compressed form of an uncompressed point, in hex. */
export function compressedHex(point: Uint8Array): string {
  return encodeHex(concatBytes(Uint8Array.of(2 + ((point[64] ?? 0) & 1)), point.subarray(1, 33)));
}

/** The 32 bytes of a private key given as hex. */
export function parseP256Scalar(hex: string, part: string): Uint8Array<ArrayBuffer> {
  if (typeof hex !== 'string' || !/^[0-9a-fA-F]{64}$/.test(hex)) {
    throw new StamperError('MALFORMED', part, 'is not 32 bytes of hex');
  }
  const scalar = toNumber(hex);
  if (scalar === 0n || scalar >= n) throw new StamperError('INVALID_KEY', part, 'is not a private key of p256');
  return decodeHex(hex, part);
}

function toNumber(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

function toBytes(number: bigint): Uint8Array {
  return decodeHex(number.toString(16).padStart(64, '0'), 'coordinate');
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % p) {
    if (rest & 1n) result = (result * square) % p;
  }
  return result;
}
