import { DerReader, derTag, encodeDer } from '../encoding/der.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { StamperError } from '../stamper-error.ts';
import type { Curve } from './curve.ts';
import type { KeyMaterial } from './key-material.ts';
import type { PrivateKey } from './private-key.ts';

const part = 'privateKey';

/** Object identifiers as the content of their DER form. */
const oid = { ecPublicKey: '2a8648ce3d0201', p256: '2a8648ce3d030107', secp256k1: '2b8104000a', ed25519: '2b6570' };
/** The supported versions of the structures: RFC 5958, 2 and RFC 5915, 3. */
const pkcs8Versions = ['00', '01'];
const sec1Versions = ['01'];

/** Reads a PKCS#8 structure (RFC 5958) with a key of one of our curves. */
export function decodePkcs8(der: Uint8Array): KeyMaterial {
  const info = enter(new DerReader(der, part));
  requireVersion(info, pkcs8Versions);
  const algorithm = info.enter(derTag.sequence);
  const name = encodeHex(algorithm.read(derTag.objectIdentifier));
  const curve = name === oid.ecPublicKey ? curveOf(algorithm.read(derTag.objectIdentifier)) : edwardsCurve(name);
  algorithm.end();
  const content = new DerReader(info.read(derTag.octetString), part);
  if (info.peek() === derTag.context0) info.read(derTag.context0);
  const bits = info.peek() === derTag.primitiveContext1 ? info.read(derTag.primitiveContext1) : undefined;
  info.end();
  const key = curve === 'ed25519' ? readSeed(content) : readSec1(content, curve);
  return { ...key, publicKeys: [...(key.publicKeys ?? []), ...(bits ? [pointOf(bits)] : [])] };
}

/** Reads a SEC 1 structure (RFC 5915), which may name its curve. */
export function decodeSec1(der: Uint8Array): KeyMaterial {
  return readSec1(new DerReader(der, part), undefined);
}

/** Writes a PKCS#8 structure, with the public key if the original form has a field for it. */
export function encodePkcs8(key: PrivateKey): Uint8Array {
  const { curve, uncompressed } = key.publicKey;
  const secret = encodeDer(derTag.octetString, key.bytes());
  const point = encodeDer(derTag.context1, encodeDer(derTag.bitString, Uint8Array.of(0), uncompressed));
  const [algorithm, content] =
    curve === 'ed25519'
      ? [identifier('ed25519'), secret]
      : [
          [identifier('ecPublicKey'), identifier(curve)],
          encodeDer(derTag.sequence, encodeDer(derTag.integer, Uint8Array.of(1)), secret, point),
        ];
  return encodeDer(
    derTag.sequence,
    encodeDer(derTag.integer, Uint8Array.of(0)),
    encodeDer(derTag.sequence, ...[algorithm].flat()),
    encodeDer(derTag.octetString, content),
  );
}

/** RFC 8410, 7. */
function readSeed(content: DerReader): KeyMaterial {
  const secret = content.read(derTag.octetString);
  content.end();
  return { curve: 'ed25519', secret };
}

/** RFC 5915, 3: the curve is named inside, or in the PKCS#8 structure around it. */
function readSec1(content: DerReader, curveOutside: Curve | undefined): KeyMaterial {
  const key = enter(content);
  requireVersion(key, sec1Versions);
  const secret = key.read(derTag.octetString);
  const curveInside = readOptional(key, derTag.context0, (inner) => curveOf(inner.read(derTag.objectIdentifier)));
  const publicKey = readOptional(key, derTag.context1, (inner) => pointOf(inner.read(derTag.bitString)));
  key.end();
  if (curveInside && curveOutside && curveInside !== curveOutside) {
    throw new StamperError('CURVE_MISMATCH', part, 'names two curves');
  }
  return { secret, curve: curveInside ?? curveOutside, publicKeys: publicKey === undefined ? [] : [publicKey] };
}

/** The content of the only sequence. */
function enter(outer: DerReader): DerReader {
  const inner = outer.enter(derTag.sequence);
  outer.end();
  return inner;
}

function readOptional<Value>(reader: DerReader, tag: number, read: (inner: DerReader) => Value): Value | undefined {
  if (reader.peek() !== tag) return undefined;
  const inner = reader.enter(tag);
  const value = read(inner);
  inner.end();
  return value;
}

function requireVersion(reader: DerReader, versions: readonly string[]): void {
  if (versions.includes(encodeHex(reader.read(derTag.integer)))) return;
  throw new StamperError('VERSION_UNSUPPORTED', part, 'has an unknown version');
}

/** The first byte of a bit string counts the unused bits of its last: a point has none. */
function pointOf(bits: Uint8Array): string {
  if (bits[0] === 0) return encodeHex(bits.subarray(1));
  throw new StamperError('MALFORMED', part, 'has a public key that is not whole bytes');
}

function edwardsCurve(name: string): Curve {
  if (name === oid.ed25519) return 'ed25519';
  throw new StamperError('CURVE_UNKNOWN', part, 'has an unknown algorithm');
}

function curveOf(name: Uint8Array): Curve {
  const hex = encodeHex(name);
  if (hex === oid.p256) return 'p256';
  if (hex === oid.secp256k1) return 'secp256k1';
  throw new StamperError('CURVE_UNKNOWN', part, 'has an unknown curve');
}

function identifier(name: keyof typeof oid): Uint8Array {
  return encodeDer(derTag.objectIdentifier, decodeHex(oid[name], 'oid'));
}
