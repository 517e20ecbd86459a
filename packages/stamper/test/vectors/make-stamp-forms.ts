import type { Vector } from '@mintmark/testing/vector';
import { p256 } from '@noble/curves/nist.js';
import { encodeEcdsaDer } from '../../src/encoding/index.ts';
import { stampSchemes } from '../../src/protocol.ts';
import { base64url, hex, keyOf, utf8 } from './cast.ts';
import { body, encodeStamp, stampInput } from './stamp-input.ts';
import { invalid, valid } from './vector.ts';

/** Ways to write the header of one good stamp. */
export function makeStampForms(): Vector[] {
  const key = keyOf('p256', 'forms');
  const scheme = stampSchemes.p256;
  const signature = hex(encodeEcdsaDer(p256.sign(utf8(body), key.bytes())));
  const publicKey = key.publicKey.hex;
  const members = { publicKey, scheme, signature };
  const json = JSON.stringify(members);
  const input = (stamp: string) => ({ ...stampInput(key, scheme, signature), stamp });
  const accept = (name: string, stamp: string) => valid(`form: ${name}`, 'apiKeyStamp', input(stamp), scheme);
  const refuse = (name: string, stamp: string, reason = 'MALFORMED') =>
    invalid(`form: ${name}`, 'apiKeyStamp', input(stamp), reason);
  const pad = (text: string) => text.padEnd(Math.ceil(text.length / 4) * 4, '=');
  /** The JSON with spaces, so that its base64url ends in this many spare bits. */
  const spaced = (remainder: number) => json + ' '.repeat((3 + remainder - (json.length % 3)) % 3);
  const withSpareBits = base64url(spaced(1)).replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1));
  return [
    accept('members in another order', encodeStamp({ signature, scheme, publicKey })),
    accept('one padding character', pad(base64url(spaced(2)))),
    accept('two padding characters', pad(base64url(spaced(1)))),
    accept('white space in the JSON', base64url(JSON.stringify(members, null, 2))),
    accept('the public key in upper case', encodeStamp({ ...members, publicKey: publicKey.toUpperCase() })),
    refuse('nothing', ''),
    refuse('bare JSON', json),
    refuse('the alphabet of plain base64', `${base64url('{"?>": 1}')}+/`),
    refuse('a line end behind it', `${base64url(json)}\n`),
    refuse('three padding characters', `${base64url(spaced(1))}===`),
    refuse('padding that is not needed', `${base64url(spaced(0))}=`),
    refuse('spare bits that are not zero', withSpareBits),
    refuse('bytes that are not UTF-8', base64url(Uint8Array.of(0xff, 0xfe, 0xfd))),
    refuse('a byte order mark', base64url(`\ufeff${json}`)),
    refuse('text behind the JSON', base64url(`${json}x`)),
    refuse('a list', encodeStamp([members])),
    refuse('null', encodeStamp(null)),
    refuse('a member too few', encodeStamp({ publicKey, scheme })),
    refuse('a member too many', encodeStamp({ ...members, kid: '1' })),
    refuse('a member twice', base64url(json.replace('{', `{"scheme":"${stampSchemes.ed25519}",`))),
    refuse('a public key with another prefix', encodeStamp({ ...members, publicKey: publicKey.replace(/^0./, '05') })),
    refuse('a member that is not text', encodeStamp({ ...members, publicKey: [publicKey] })),
    refuse('an uncompressed public key', encodeStamp({ ...members, publicKey: hex(key.publicKey.uncompressed) })),
    refuse('the point at infinity', encodeStamp({ ...members, publicKey: '00' })),
    refuse('an unknown scheme', encodeStamp({ ...members, scheme: 'SIGNATURE_SCHEME_NONE' }), 'SCHEME_NOT_ALLOWED'),
    refuse('more characters than any stamp has', 'A'.repeat(2048)),
  ];
}
