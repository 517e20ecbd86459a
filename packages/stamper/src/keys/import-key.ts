import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { parseObject } from '../encoding/json.ts';
import { StamperError } from '../stamper-error.ts';
import type { ApiKey } from './api-key.ts';
import { type Curve, curves } from './curve.ts';
import type { KeyMaterial } from './key-material.ts';
import { keyMismatch } from './key-mismatch.ts';
import { createPrivateKey, parsePublicKey } from './keys-by-curve.ts';
import { decodePem } from './pem.ts';
import { decodeJwk, type PrivateJwk } from './private-jwk.ts';
import type { PrivateKey } from './private-key.ts';

/** No private key is longer in any of the forms. */
const longest = 8192;

/**
 * Imports a private key from PEM (PKCS#8 or SEC 1), a JSON Web Key (object or text), or hex.
 *
 * PEM and JSON Web Keys name their curve. Hex does so only with a suffix, as in `…:secp256k1`. Without a suffix, pass the
 * curve, since 32 bytes can be a key of any curve.
 *
 * @example
 * const key = importPrivateKey(await readFile('key.pem', 'utf8'));
 * const stamper = createP256Stamper(key.toApiKey());
 */
export function importPrivateKey(source: string | PrivateJwk, curve?: Curve): PrivateKey {
  if (!source) throw new StamperError('MALFORMED', 'privateKey', 'is missing');
  return assemble(typeof source === 'string' ? decodeText(source) : decodeJwk(source), curve);
}

/** Imports a pair of hex strings, which must belong together. */
export function importApiKey({ publicKey, privateKey }: ApiKey, curve: Curve): PrivateKey {
  const key = assemble(decodeHexKey(privateKey), curve);
  requirePair(key, publicKey);
  return key;
}

function decodeText(text: string): KeyMaterial {
  if (text.length > longest) throw new StamperError('MALFORMED', 'privateKey', 'is longer than any private key');
  const trimmed = text.trim();
  if (trimmed.startsWith('-----BEGIN ')) return decodePem(trimmed);
  if (trimmed.startsWith('{')) return decodeJwk(parseObject(trimmed, 'privateKey'));
  return decodeHexKey(trimmed);
}

/** 32 bytes; or the 64 of an ed25519 key whose public key follows the seed. */
function decodeHexKey(text: string): KeyMaterial {
  if (typeof text !== 'string') throw new StamperError('MALFORMED', 'privateKey', 'is not text');
  const [hex = '', suffix, ...rest] = text.split(':');
  const curve = curves.find((known) => known === suffix);
  if (hex === '' || rest.length > 0 || (suffix !== undefined && !curve)) {
    throw new StamperError('MALFORMED', 'privateKey', `is not hex, alone or followed by one of :${curves.join(', :')}`);
  }
  return { secret: decodeHex(hex, 'privateKey'), curve };
}

function assemble(material: KeyMaterial, wanted: Curve | undefined): PrivateKey {
  const curve = material.curve ?? wanted;
  if (!curve) {
    throw new StamperError('CURVE_UNKNOWN', 'privateKey', `does not name its curve: pass one of ${curves.join(', ')}`);
  }
  if (wanted && curve !== wanted) {
    throw new StamperError('CURVE_MISMATCH', 'privateKey', `is on ${curve}, not on ${wanted}`);
  }
  const isExpanded = curve === 'ed25519' && material.secret.length === 64;
  const key = createPrivateKey(curve, isExpanded ? material.secret.subarray(0, 32) : material.secret);
  if (isExpanded) requirePair(key, encodeHex(material.secret.subarray(32)));
  for (const publicKey of material.publicKeys ?? []) requirePair(key, publicKey);
  return key;
}

function requirePair(key: PrivateKey, publicKey: string): void {
  if (parsePublicKey(key.curve, publicKey).hex === key.publicKey.hex) return;
  throw keyMismatch();
}
