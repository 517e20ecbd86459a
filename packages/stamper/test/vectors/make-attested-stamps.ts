import type { Vector } from '@mintmark/testing/vector';
import { p256 } from '@noble/curves/nist.js';
import { encodeEcdsaDer } from '../../src/encoding/index.ts';
import type { PrivateKey } from '../../src/index.ts';
import { type AttestedScheme, attestedSchemes, stampSchemes } from '../../src/protocol.ts';
import { base64url, hex, keyOf, sha256, utf8 } from './cast.ts';
import { body, encodeStamp } from './stamp-input.ts';
import { invalid, type VectorFile, valid } from './vector.ts';

const key = keyOf('p256', 'attested');
const other = keyOf('p256', 'somebody else');
const publicKey = key.publicKey.hex;
const publicKeyAttestation = [{ alg: 'ES256' }, { public_key: publicKey }, 'sig'].map(encodeStamp).join('.');
const sign = (by: PrivateKey, text = body) => hex(encodeEcdsaDer(p256.sign(utf8(text), by.bytes(), { lowS: true })));
const signature = sign(key);
const members = { publicKeyAttestation, scheme: attestedSchemes.verificationToken, publicKey, signature };

export function makeAttestedStamps(): VectorFile {
  return {
    title: 'Attested stamps',
    notes: [
      'attestedStamp: input.stamp is the value of the header X-Stamp-Attested of a request whose body is the UTF-8 of input.body.',
      'Its output is the key that made the stamp. That the token in it is right, and names this key, is another check.',
      'attestationBinding: input.claims are those of a token that was verified; output is the key that they name.',
      `The schemes are ${Object.values(attestedSchemes).join(', ')}.`,
    ],
    vectors: [...stampVectors(), ...formVectors(), ...bindingVectors()],
  };
}

const check = 'attestedStamp';
const input = (changes: object = {}, sent = body) => ({ body: sent, stamp: encodeStamp({ ...members, ...changes }) });

function stampVectors(): Vector[] {
  const accept = (name: string, given: Vector['input']) => valid(`stamp: ${name}`, check, given, publicKey);
  const refuse = (name: string, reason: string, given: Vector['input']) =>
    invalid(`stamp: ${name}`, check, given, reason);
  const n = p256.Point.Fn.ORDER;
  const compact = p256.sign(utf8(body), key.bytes(), { lowS: true });
  const high = (n - BigInt(`0x${hex(compact.subarray(32))}`)).toString(16).padStart(64, '0');
  const upper = hex(encodeEcdsaDer(Uint8Array.from(Buffer.from(hex(compact.subarray(0, 32)) + high, 'hex'))));
  return [
    accept('a verification token', input()),
    accept('an OIDC token', input({ scheme: attestedSchemes.oidcToken })),
    accept('s in the upper half', input({ signature: upper })),
    accept('an empty body', input({ signature: sign(key, '') }, '')),
    refuse('an altered body', 'SIGNATURE_INVALID', input({}, body.replace('57d0', '57d1'))),
    refuse('a line end behind the body', 'SIGNATURE_INVALID', input({}, `${body}\n`)),
    refuse('the signature of another key', 'SIGNATURE_INVALID', input({ signature: sign(other) })),
    refuse('another key', 'SIGNATURE_INVALID', input({ publicKey: other.publicKey.hex })),
    refuse('a key that is not on the curve', 'INVALID_KEY', input({ publicKey: `02${'f'.repeat(64)}` })),
    refuse('r and s without DER', 'MALFORMED', input({ signature: hex(compact) })),
    refuse('a byte behind the signature', 'MALFORMED', input({ signature: `${signature}00` })),
    refuse('nothing for a signature', 'MALFORMED', input({ signature: '' })),
  ];
}

/** Ways to write the header of one good stamp. */
function formVectors(): Vector[] {
  const json = JSON.stringify(members);
  const accept = (name: string, stamp: string) => valid(`form: ${name}`, check, { body, stamp }, publicKey);
  const refuse = (name: string, stamp: string, reason = 'MALFORMED') =>
    invalid(`form: ${name}`, check, { body, stamp }, reason);
  const pad = (text: string) => text.padEnd(Math.ceil(text.length / 4) * 4, '=');
  const { scheme } = members;
  const longest = { ...members, publicKeyAttestation: 'a'.repeat(16_384) };
  return [
    accept('bare JSON', json),
    accept('padding', pad(base64url(json + ' '.repeat((4 - (json.length % 3)) % 3)))),
    accept('members in another order', encodeStamp({ signature, publicKey, scheme, publicKeyAttestation })),
    accept('the public key in upper case', encodeStamp({ ...members, publicKey: publicKey.toUpperCase() })),
    accept('a token of 16,384 characters', encodeStamp(longest)),
    refuse('a token of 16,385 characters', encodeStamp({ ...longest, publicKeyAttestation: 'a'.repeat(16_385) })),
    refuse('an empty token', encodeStamp({ ...members, publicKeyAttestation: '' })),
    refuse('a token with a space', encodeStamp({ ...members, publicKeyAttestation: 'a b' })),
    refuse('nothing', ''),
    refuse('a line end behind it', `${base64url(json)}\n`),
    refuse('text behind the JSON', `${json}x`),
    refuse('a byte order mark', base64url(`\ufeff${json}`)),
    refuse('a list', encodeStamp([members])),
    refuse('a member too few', encodeStamp({ publicKey, scheme, signature })),
    refuse('a member too many', encodeStamp({ ...members, kid: '1' })),
    refuse('a member twice', json.replace('{', `{"scheme":"${attestedSchemes.oidcToken}",`)),
    refuse('a member that is not text', encodeStamp({ ...members, publicKey: [publicKey] })),
    refuse('an uncompressed public key', encodeStamp({ ...members, publicKey: hex(key.publicKey.uncompressed) })),
    refuse('the scheme of an API key', encodeStamp({ ...members, scheme: stampSchemes.p256 }), 'SCHEME_NOT_ALLOWED'),
  ];
}

function bindingVectors(): Vector[] {
  const binding = 'attestationBinding';
  const { verificationToken, oidcToken } = attestedSchemes;
  const ask = (scheme: AttestedScheme, claims: object, of = publicKey) => ({ scheme, publicKey: of, claims });
  const accept = (name: string, given: ReturnType<typeof ask>) =>
    valid(`binding: ${name}`, binding, given, given.publicKey);
  const refuse = (name: string, given: ReturnType<typeof ask>, reason = 'KEY_MISMATCH') =>
    invalid(`binding: ${name}`, binding, given, reason);
  const nonce = hex(sha256(publicKey));
  return [
    accept('a verification token', ask(verificationToken, { public_key: publicKey })),
    accept(
      'a verification token with the key uncompressed',
      ask(verificationToken, { public_key: hex(key.publicKey.uncompressed) }),
    ),
    refuse('a verification token of another key', ask(verificationToken, { public_key: other.publicKey.hex })),
    refuse('a verification token without a key', ask(verificationToken, {}), 'MALFORMED'),
    refuse('a verification token with a nonce instead', ask(verificationToken, { nonce }), 'MALFORMED'),
    accept('an OIDC token', ask(oidcToken, { nonce })),
    accept('an OIDC token with the other claim', ask(oidcToken, { nonce: 'chosen by the issuer', tknonce: nonce })),
    refuse('an OIDC token without a nonce', ask(oidcToken, {})),
    refuse('an OIDC token with a key instead', ask(oidcToken, { public_key: publicKey })),
    refuse('an OIDC token with the nonce of another key', ask(oidcToken, { nonce: hex(sha256(other.publicKey.hex)) })),
    refuse('an OIDC token with the hash of the bytes', ask(oidcToken, { nonce: hex(sha256(key.publicKey.bytes)) })),
    refuse('an OIDC token with the nonce in upper case', ask(oidcToken, { nonce: nonce.toUpperCase() })),
  ];
}
