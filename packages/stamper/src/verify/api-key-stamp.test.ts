import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { eip191Digest } from '../eip191-digest.ts';
import { decodeEcdsaDer, encodeEcdsaDer } from '../encoding/ecdsa-der.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { type Curve, curves } from '../keys/curve.ts';
import { createPrivateKey, generatePrivateKey, parsePublicKey } from '../keys/keys-by-curve.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { stampSchemes } from '../protocol.ts';
import { createEd25519Stamper } from '../stampers/ed25519.ts';
import { createP256Stamper } from '../stampers/p256.ts';
import { createSecp256k1Stamper } from '../stampers/secp256k1.ts';
import { decodeApiKeyStamp, verifyApiKeyStamp } from './api-key-stamp.ts';
import { createVerifier } from './verifier.ts';

const body = new TextEncoder().encode('{"organizationId":"6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8"}');
const stampers = { p256: createP256Stamper, secp256k1: createSecp256k1Stamper, ed25519: createEd25519Stamper };

const encode = (members: unknown) => Buffer.from(JSON.stringify(members)).toString('base64url');
const utf8 = (text: string) => new TextEncoder().encode(text);
const read = (value: string) => JSON.parse(Buffer.from(value, 'base64url').toString());

async function verify(value: string, key: PrivateKey, over: Uint8Array = body) {
  const decoded = decodeApiKeyStamp(value);
  return decoded.ok
    ? verifyApiKeyStamp({ stamp: decoded.stamp, body: over, credential: await createVerifier(key.publicKey) })
    : decoded;
}

const code = async (value: string, key: PrivateKey, over?: Uint8Array) => {
  const verdict = await verify(value, key, over);
  return verdict.ok ? 'ok' : verdict.error.code;
};

/** The stamp of an EIP-191 wallet. */
function eip191Stamp(key: PrivateKey, pad: 'minimal' | 'zero-padded' = 'minimal', message = body) {
  const compact = secp256k1.sign(eip191Digest(message), key.bytes(), { prehash: false });
  const integer = (bytes: Uint8Array) =>
    (bytes[0] ?? 0) >= 0x80 ? `022100${encodeHex(bytes)}` : `0220${encodeHex(bytes)}`;
  const padded = integer(compact.subarray(0, 32)) + integer(compact.subarray(32));
  return encode({
    publicKey: key.publicKey.hex,
    scheme: stampSchemes.eip191,
    signature:
      pad === 'minimal' ? encodeHex(encodeEcdsaDer(compact)) : `30${(padded.length / 2).toString(16)}${padded}`,
  });
}

describe.each(curves)('%s', (curve: Curve) => {
  const key = generatePrivateKey(curve);
  const stamped = stampers[curve](key.toApiKey()).stamp(body);

  test('default', async () => {
    const { value } = await stamped;
    expect(await verify(value, key)).toEqual({ ok: true, scheme: stampSchemes[curve] });
  });

  test('behavior: padding, member order and upper case do not matter', async () => {
    const { publicKey, scheme, signature } = read((await stamped).value);
    const reordered = JSON.stringify({
      signature: signature.toUpperCase(),
      scheme,
      publicKey: publicKey.toUpperCase(),
    });
    for (let spaces = 0; spaces < 3; spaces++) {
      const padded = Buffer.from(reordered + ' '.repeat(spaces))
        .toString('base64')
        .replaceAll('+', '-')
        .replaceAll('/', '_');
      expect(await code(padded, key)).toBe('ok');
    }
  });

  test('error: any other body', async () => {
    const { value } = await stamped;
    const text = new TextDecoder().decode(body);
    for (const other of [
      '',
      `${text} `,
      `${text}\n`,
      text.replace('6', '7'),
      JSON.stringify(JSON.parse(text), null, 1),
    ]) {
      expect(await code(value, key, new TextEncoder().encode(other))).toBe('SIGNATURE_INVALID');
    }
  });

  test('error: another credential of the same curve', async () => {
    expect(await code((await stamped).value, generatePrivateKey(curve))).toBe('KEY_MISMATCH');
  });

  test('error: a scheme of another curve', async () => {
    const members = read((await stamped).value);
    const allowed = { p256: 1, secp256k1: 2, ed25519: 1 }[curve];
    const outcomes = await Promise.all(
      Object.values(stampSchemes).map((scheme) => code(encode({ ...members, scheme }), key)),
    );
    expect(outcomes.filter((outcome) => outcome === 'SCHEME_NOT_ALLOWED')).toHaveLength(4 - allowed);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  });

  test('error: any flipped bit of the signature', async () => {
    const members = read((await stamped).value);
    const bytes = decodeHex(members.signature, 'signature');
    for (let bit = 0; bit < bytes.length * 8; bit += 3) {
      const flipped = Uint8Array.from(bytes, (byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(['SIGNATURE_INVALID', 'MALFORMED']).toContain(
        await code(encode({ ...members, signature: encodeHex(flipped) }), key),
      );
    }
  });
});

test.each(['p256', 'secp256k1'] as const)('behavior: accepts %s signatures with s in either half', async (curve) => {
  const key = generatePrivateKey(curve);
  const members = read((await stampers[curve](key.toApiKey()).stamp(body)).value);
  const compact = decodeEcdsaDer(decodeHex(members.signature, 'signature'), 'signature');
  const n = {
    p256: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    secp256k1: secp256k1.Point.Fn.ORDER,
  }[curve];
  const mirrored = n - BigInt(`0x${encodeHex(compact.subarray(32))}`);
  compact.set(decodeHex(mirrored.toString(16).padStart(64, '0'), 's'), 32);
  expect(await code(encode({ ...members, signature: encodeHex(encodeEcdsaDer(compact)) }), key)).toBe('ok');
});

describe('EIP-191', () => {
  const key = generatePrivateKey('secp256k1');

  test('default: the same key may stamp with the plain and with the wallet scheme', async () => {
    expect(await code(eip191Stamp(key), key)).toBe('ok');
  });

  test('behavior: zero bytes before r and s are tolerated', async () => {
    // A fixed key signs deterministically (RFC 6979), so that the first short r or s always comes in the same round.
    const fixed = createPrivateKey('secp256k1', new Uint8Array(32).fill(1));
    const isPadded = (message: Uint8Array<ArrayBuffer>) =>
      eip191Stamp(fixed, 'zero-padded', message) !== eip191Stamp(fixed, 'minimal', message);
    let round = 0;
    while (!isPadded(utf8(`{"round":${round}}`))) round++;
    const message = utf8(`{"round":${round}}`);
    expect(await code(eip191Stamp(fixed, 'zero-padded', message), fixed, message)).toBe('ok');
    expect(await code(eip191Stamp(fixed, 'minimal', message), fixed, message)).toBe('ok');
  });

  test('error: a superfluous zero byte in the plain scheme', async () => {
    const { publicKey } = key.toApiKey();
    for (let round = 0; ; round++) {
      const message = new TextEncoder().encode(`${round}`);
      const compact = secp256k1.sign(createHash('sha256').update(message).digest(), key.bytes(), { prehash: false });
      // A first byte from 01 to 7f: the 32 bytes are then minimal as they stand.
      if (![compact[0] ?? 0, compact[32] ?? 0].every((first) => first > 0 && first < 0x80)) continue;
      const der = (zeros: string) =>
        `30${(0x44 + zeros.length / 2).toString(16)}02${(0x20 + zeros.length / 2).toString(16)}${zeros}${encodeHex(compact.subarray(0, 32))}0220${encodeHex(compact.subarray(32))}`;
      const stamp = (signature: string) => encode({ publicKey, scheme: stampSchemes.secp256k1, signature });
      expect(await code(stamp(der('')), key, message)).toBe('ok');
      expect(await code(stamp(der('00')), key, message)).toBe('MALFORMED');
      return;
    }
  });

  test('behavior: the credential copies its key, so later changes do not matter', async () => {
    const decoded = decodeApiKeyStamp(eip191Stamp(key));
    if (!decoded.ok) throw decoded.error;
    const publicKey = parsePublicKey('secp256k1', key.publicKey.hex);
    const credential = await createVerifier(publicKey);
    publicKey.bytes.fill(0);
    publicKey.uncompressed.fill(0);
    expect(await verifyApiKeyStamp({ stamp: decoded.stamp, body, credential })).toMatchObject({ ok: true });
  });

  test('error: a signature over the plain hash', async () => {
    const compact = secp256k1.sign(body, key.bytes());
    const signature = encodeHex(encodeEcdsaDer(compact));
    const { publicKey } = key.toApiKey();
    expect(await code(encode({ publicKey, scheme: stampSchemes.eip191, signature }), key)).toBe('SIGNATURE_INVALID');
    expect(await code(encode({ publicKey, scheme: stampSchemes.secp256k1, signature }), key)).toBe('ok');
  });
});

test('error: a key that lies on two curves verifies on the stored one only', async () => {
  let both: PrivateKey | undefined;
  while (!both) {
    const key = generatePrivateKey('secp256k1');
    try {
      parsePublicKey('p256', key.publicKey.hex);
      both = key;
    } catch {
      // Half of all keys are not on the other curve.
    }
  }
  const { value } = await createSecp256k1Stamper(both.toApiKey()).stamp(body);
  const decoded = decodeApiKeyStamp(value);
  if (!decoded.ok) throw decoded.error;
  const credential = await createVerifier(parsePublicKey('p256', both.publicKey.hex));
  expect(await verifyApiKeyStamp({ stamp: decoded.stamp, body, credential })).toMatchObject({
    error: { code: 'SCHEME_NOT_ALLOWED' },
  });
  const relabelled = { ...decoded.stamp, scheme: stampSchemes.p256 };
  expect(await verifyApiKeyStamp({ stamp: relabelled, body, credential })).toMatchObject({
    error: { code: 'SIGNATURE_INVALID' },
  });
});

const sound = { publicKey: `02${'11'.repeat(32)}`, scheme: stampSchemes.p256, signature: '30' };

test.each([
  ['nothing', ''],
  ['text that is not base64url', '{}'],
  ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
  ['text that is not JSON', Buffer.from('stamp').toString('base64url')],
  ['JSON after a byte order mark', Buffer.from(`\ufeff${JSON.stringify(sound)}`).toString('base64url')],
  ['an array', encode([sound])],
  ['null', encode(null)],
  ['a missing member', encode({ ...sound, signature: undefined })],
  ['an extra member', encode({ ...sound, kid: '1' })],
  ['a member of another type', encode({ ...sound, publicKey: 2 })],
  ['an inherited member', Buffer.from(`{"__proto__":${JSON.stringify(sound)}}`).toString('base64url')],
  ['an uncompressed key', encode({ ...sound, publicKey: `04${'11'.repeat(64)}` })],
  ['a hybrid key', encode({ ...sound, publicKey: `06${'11'.repeat(64)}` })],
  ['the point at infinity', encode({ ...sound, publicKey: '00' })],
  ['a signature of odd length', encode({ ...sound, signature: '300' })],
  ['a signature that is too long', encode({ ...sound, signature: '30'.repeat(73) })],
  ['a stamp that is too long', 'A'.repeat(100_000)],
])('error: %s', (_, value) => {
  expect(decodeApiKeyStamp(value)).toMatchObject({ ok: false, error: { code: 'MALFORMED' } });
});

test('error: an unknown scheme', () => {
  const verdict = decodeApiKeyStamp(encode({ ...sound, scheme: 'SIGNATURE_SCHEME_NONE' }));
  expect(verdict).toMatchObject({ ok: false, error: { code: 'SCHEME_NOT_ALLOWED', part: 'stamp.scheme' } });
});
