import { decodeBase64Url, encodeBase64Url } from '../encoding/base64url.ts';
import { DerReader, derTag, encodeDer } from '../encoding/der.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { StamperError } from '../stamper-error.ts';
import type { Curve } from './curve.ts';
import type { KeyMaterial } from './import-key.ts';
import type { PrivateKey } from './private-key.ts';

const part = 'privateKey';
const block = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/g;

/** Object identifiers as the content of their DER form. */
const oid = { ecPublicKey: '2a8648ce3d0201', p256: '2a8648ce3d030107', secp256k1: '2b8104000a', ed25519: '2b6570' };
const version1 = Uint8Array.of(0);
const ecVersion = Uint8Array.of(1);

/** Reads the one private key of a PEM text: PKCS#8 (RFC 5958), or SEC 1 (RFC 5915) as older tools write it. */
export function decodePem(text: string): KeyMaterial {
  const keys = [...text.matchAll(block)].filter(([, label]) => label?.endsWith('PRIVATE KEY'));
  const [, label, body] = keys[0] ?? [];
  if (keys.length !== 1 || body === undefined) {
    throw new StamperError('MALFORMED', part, 'is not a PEM text with one private key');
  }
  if (label === 'PRIVATE KEY') return decodePkcs8(decodeBase64(body));
  if (label === 'EC PRIVATE KEY') return decodeEcPrivateKey(new DerReader(decodeBase64(body), part), undefined);
  if (label === 'ENCRYPTED PRIVATE KEY') {
    throw new StamperError('MALFORMED', part, 'is encrypted: decrypt it first, for example with openssl pkcs8');
  }
  throw new StamperError('MALFORMED', part, 'is a PEM text with a key of another kind');
}

/** Exports a private key as PKCS#8 in PEM, with its public key where the form has a place for it. */
export function encodePem(key: PrivateKey): string {
  const base64 = encodeBase64Url(encodePkcs8(key)).replaceAll('-', '+').replaceAll('_', '/');
  const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
  return `-----BEGIN PRIVATE KEY-----\n${padded.replace(/.{1,64}/g, '$&\n')}-----END PRIVATE KEY-----\n`;
}

function decodePkcs8(der: Uint8Array): KeyMaterial {
  const outer = new DerReader(der, part);
  const info = outer.enter(derTag.sequence);
  outer.end();
  info.read(derTag.integer);
  const algorithm = info.enter(derTag.sequence);
  const name = encodeHex(algorithm.read(derTag.objectIdentifier));
  const curve = name === oid.ecPublicKey ? curveOf(algorithm.read(derTag.objectIdentifier)) : 'ed25519';
  if (curve === 'ed25519' && name !== oid.ed25519) {
    throw new StamperError('CURVE_UNKNOWN', part, 'is of an unknown algorithm');
  }
  algorithm.end();
  const content = new DerReader(info.read(derTag.octetString), part);
  if (info.peek() === derTag.context0) info.read(derTag.context0);
  const bits = info.peek() === derTag.primitiveContext1 ? info.read(derTag.primitiveContext1) : undefined;
  info.end();
  const key = curve === 'ed25519' ? decodeSeed(content) : decodeEcPrivateKey(content, curve);
  return bits ? { ...key, publicKey: bitsToHex(bits) } : key;
}

/** RFC 8410, 7. */
function decodeSeed(content: DerReader): KeyMaterial {
  const secret = content.read(derTag.octetString);
  content.end();
  return { curve: 'ed25519', secret };
}

/** RFC 5915, 3: the curve stands inside, or in the PKCS#8 around it. */
function decodeEcPrivateKey(outer: DerReader, curveOutside: Curve | undefined): KeyMaterial {
  const key = outer.enter(derTag.sequence);
  outer.end();
  key.read(derTag.integer);
  const secret = key.read(derTag.octetString);
  const parameters = key.peek() === derTag.context0 ? key.enter(derTag.context0) : undefined;
  const curveInside = parameters && curveOf(parameters.read(derTag.objectIdentifier));
  parameters?.end();
  const bits = key.peek() === derTag.context1 ? key.enter(derTag.context1).read(derTag.bitString) : undefined;
  key.end();
  if (curveInside && curveOutside && curveInside !== curveOutside) {
    throw new StamperError('CURVE_MISMATCH', part, 'names two curves');
  }
  return { secret, curve: curveInside ?? curveOutside, publicKey: bits && bitsToHex(bits) };
}

/** The first byte of a bit string counts its unused bits: none. */
function bitsToHex(bits: Uint8Array): string {
  return encodeHex(bits.subarray(1));
}

function encodePkcs8(key: PrivateKey): Uint8Array {
  const { curve, uncompressed } = key.publicKey;
  const identifier = (name: keyof typeof oid) => encodeDer(derTag.objectIdentifier, decodeHex(oid[name], 'oid'));
  const secret = encodeDer(derTag.octetString, key.bytes());
  const [algorithm, content] =
    curve === 'ed25519'
      ? [encodeDer(derTag.sequence, identifier('ed25519')), secret]
      : [
          encodeDer(derTag.sequence, identifier('ecPublicKey'), identifier(curve)),
          encodeDer(
            derTag.sequence,
            encodeDer(derTag.integer, ecVersion),
            secret,
            encodeDer(derTag.context1, encodeDer(derTag.bitString, Uint8Array.of(0), uncompressed)),
          ),
        ];
  return encodeDer(
    derTag.sequence,
    encodeDer(derTag.integer, version1),
    algorithm,
    encodeDer(derTag.octetString, content),
  );
}

function curveOf(identifier: Uint8Array): Curve {
  const hex = encodeHex(identifier);
  if (hex === oid.p256) return 'p256';
  if (hex === oid.secp256k1) return 'secp256k1';
  throw new StamperError('CURVE_UNKNOWN', part, 'is of an unknown curve');
}

function decodeBase64(text: string): Uint8Array {
  return decodeBase64Url(text.replace(/\s/g, '').replaceAll('+', '-').replaceAll('/', '_'), part, 'padded');
}
