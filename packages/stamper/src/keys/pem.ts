import { decodeBase64Url, encodeBase64Url } from '../encoding/base64url.ts';
import { StamperError } from '../stamper-error.ts';
import type { KeyMaterial } from './key-material.ts';
import { decodePkcs8, decodeSec1, encodePkcs8 } from './pkcs8.ts';
import type { PrivateKey } from './private-key.ts';

const part = 'privateKey';
const block = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/g;

/** Reads the one private key of a PEM text: PKCS#8, or SEC 1 as older tools write it. */
export function decodePem(text: string): KeyMaterial {
  if (text.includes('ENCRYPTED')) {
    throw new StamperError('MALFORMED', part, 'is encrypted: decrypt it first, for example with openssl pkcs8');
  }
  const keys = [...text.matchAll(block)].filter(([, label]) => label?.endsWith('PRIVATE KEY'));
  const [, label, body] = keys[0] ?? [];
  if (keys.length !== 1 || body === undefined) {
    throw new StamperError('MALFORMED', part, 'is not a PEM text with one private key');
  }
  if (label === 'PRIVATE KEY') return decodePkcs8(decodeBase64(body));
  if (label === 'EC PRIVATE KEY') return decodeSec1(decodeBase64(body));
  throw new StamperError('MALFORMED', part, 'is a PEM text with a key of another kind');
}

/** Exports a private key, secret included, as PKCS#8 in PEM. */
export function exportPem(key: PrivateKey): string {
  const base64 = encodeBase64Url(encodePkcs8(key)).replaceAll('-', '+').replaceAll('_', '/');
  const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, '=');
  return `-----BEGIN PRIVATE KEY-----\n${padded.replace(/.{1,64}/g, '$&\n')}-----END PRIVATE KEY-----\n`;
}

function decodeBase64(text: string): Uint8Array {
  return decodeBase64Url(text.replace(/\s/g, '').replaceAll('+', '-').replaceAll('/', '_'), part, 'padded');
}
