import { StamperError } from '../stamper-error.ts';
import { DerReader, derTag, encodeDer } from './der.ts';

const scalarLength = 32;
/** The longest DER form of two 32-byte integers: 2 + 2 * (2 + 33). */
const longest = 72;

/** Writes the 64 bytes r and s of an ECDSA signature as the DER SEQUENCE of two INTEGERs. */
export function encodeEcdsaDer(compact: Uint8Array): Uint8Array<ArrayBuffer> {
  if (compact.length !== 2 * scalarLength) throw new StamperError('MALFORMED', 'signature', 'is not 64 bytes');
  return encodeDer(
    derTag.sequence,
    encodeInteger(compact.subarray(0, scalarLength)),
    encodeInteger(compact.subarray(scalarLength)),
  );
}

/**
 * Reads the DER form of an ECDSA signature as the 64 bytes r and s.
 *
 * `minimal` is DER; `zero-padded` also takes r and s behind superfluous zero bytes, as wallet stampers write them that always
 * encode 32 bytes.
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

function encodeInteger(scalar: Uint8Array): Uint8Array {
  let start = 0;
  while (start < scalar.length - 1 && scalar[start] === 0) start++;
  const magnitude = scalar.subarray(start);
  return (magnitude[0] ?? 0) >= 0x80
    ? encodeDer(derTag.integer, Uint8Array.of(0), magnitude)
    : encodeDer(derTag.integer, magnitude);
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
  if (magnitude.length > scalarLength) throw new StamperError('MALFORMED', part, 'holds a number that is too long');
  return magnitude;
}
