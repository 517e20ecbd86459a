import { StamperError } from '../stamper-error.ts';
import { DerReader, derTag } from './der.ts';

const scalarLength = 32;
/** The longest DER form of two 32-byte integers: 2 + 2 * (2 + 33). */
const longest = 72;

/** Writes the 64 bytes r and s of an ECDSA signature as the DER SEQUENCE of two INTEGERs. */
export function encodeEcdsaDer(compact: Uint8Array): Uint8Array<ArrayBuffer> {
  if (compact.length !== 2 * scalarLength) throw new StamperError('MALFORMED', 'signature', 'is not 64 bytes');
  const der = new Uint8Array(longest);
  let end = 2;
  for (const stop of [scalarLength, 2 * scalarLength]) {
    let start = stop - scalarLength;
    while (start < stop - 1 && compact[start] === 0) start++;
    // Without a leading zero byte, a number whose first bit is set would be negative.
    const sign = (compact[start] ?? 0) >> 7;
    const length = sign + stop - start;
    der[end] = derTag.integer;
    der[end + 1] = length;
    der.set(compact.subarray(start, stop), end + 2 + sign);
    end += 2 + length;
  }
  der[0] = derTag.sequence;
  der[1] = end - 2;
  return der.slice(0, end);
}

/**
 * Reads the DER form of an ECDSA signature as the 64 bytes r and s.
 *
 * `minimal` is DER; `zero-padded` also accepts superfluous zero bytes before r and s, which wallet stampers write when they
 * always encode 32 bytes.
 */
export function decodeEcdsaDer(
  der: Uint8Array,
  part: string,
  integers: 'minimal' | 'zero-padded' = 'minimal',
): Uint8Array<ArrayBuffer> {
  if (der.length > longest) throw new StamperError('MALFORMED', part, 'is longer than any ECDSA signature');
  const outer = new DerReader(der, part);
  const sequence = outer.enter(derTag.sequence);
  outer.end();
  const compact = new Uint8Array(2 * scalarLength);
  for (const end of [scalarLength, 2 * scalarLength]) {
    const magnitude = decodeInteger(sequence.read(derTag.integer), part, integers);
    compact.set(magnitude, end - magnitude.length);
  }
  sequence.end();
  return compact;
}

function decodeInteger(content: Uint8Array, part: string, integers: 'minimal' | 'zero-padded'): Uint8Array {
  const [first, second] = content;
  const isNegative = first === undefined || first >= 0x80;
  const isMinimal = first !== 0 || second === undefined || second >= 0x80;
  if (isNegative || (integers === 'minimal' && !isMinimal)) {
    throw new StamperError('MALFORMED', part, 'is not a DER signature');
  }
  let start = 0;
  while (start < content.length - 1 && content[start] === 0) start++;
  const magnitude = content.subarray(start);
  if (magnitude.length > scalarLength) throw new StamperError('MALFORMED', part, 'has a number that is too long');
  return magnitude;
}
