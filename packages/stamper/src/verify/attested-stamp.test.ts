import { describe, expect, test } from 'vitest';
import { reason } from '../../test/failure.ts';
import { keys, nodeSign, now, signer as tokenSigner, verification } from '../../test/token-parties.ts';
import { encodeHex } from '../encoding/hex.ts';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { createP256Signer } from '../keys/p256-signer.ts';
import { nonceOfKey } from '../nonce-of-key.ts';
import { attestedSchemes, stampSchemes } from '../protocol.ts';
import { createAttestedStamper } from '../stampers/attested.ts';
import { signVerificationToken, verifyVerificationToken } from '../tokens/verification-token.ts';
import {
  type AttestedStamp,
  decodeAttestedStamp,
  type KeyClaims,
  verifyAttestationBinding,
  verifyAttestedStamp,
} from './attested-stamp.ts';

const key = generatePrivateKey('p256');
const otherKey = generatePrivateKey('p256');
const signer = createP256Signer(key.toApiKey());
const text = '{"organizationId":"6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8"}';
const body = new TextEncoder().encode(text);
const publicKeyAttestation = 'e30.e30.c2ln';

const sound = {
  publicKeyAttestation,
  scheme: attestedSchemes.verificationToken as string,
  publicKey: key.publicKey.hex,
  signature: nodeSign(text, key, 'der').toString('hex'),
};
const base64url = (content: string | Uint8Array) => Buffer.from(content).toString('base64url');
const encode = (members: unknown) => base64url(JSON.stringify(members));

function read(value: string): AttestedStamp {
  const decoded = decodeAttestedStamp(value);
  if (!decoded.ok) throw decoded.error;
  return decoded.stamp;
}

async function verify(members: object, over = body): Promise<string> {
  const decoded = decodeAttestedStamp(encode({ ...sound, ...members }));
  return reason(decoded.ok ? await verifyAttestedStamp({ stamp: decoded.stamp, body: over }) : decoded);
}

describe('decodeAttestedStamp', () => {
  const json = JSON.stringify(sound);
  const decoded = {
    attestation: publicKeyAttestation,
    scheme: sound.scheme,
    publicKey: sound.publicKey,
    signature: Uint8Array.from(Buffer.from(sound.signature, 'hex')),
  };
  const padded = (content: string) => Buffer.from(content).toString('base64').replaceAll('+', '-').replaceAll('/', '_');

  test.each([
    ['base64url', base64url(json)],
    ['padded base64url', padded(json)],
    ['padded base64url of spaced JSON', padded(`${json} `)],
    ['JSON', json],
    ['spaced JSON', JSON.stringify(sound, null, 2)],
    ['members in another order', encode(Object.fromEntries(Object.entries(sound).reverse()))],
    ['upper-case hex', encode({ ...sound, publicKey: sound.publicKey.toUpperCase() })],
    ['an upper-case signature', encode({ ...sound, signature: sound.signature.toUpperCase() })],
  ])('default: %s', (_, value) => {
    expect(decodeAttestedStamp(value)).toEqual({ ok: true, stamp: decoded });
  });

  test('behavior: reads what the stamper makes, with a token of the greatest length', async () => {
    const oidcToken = 'a'.repeat(16_384);
    const { value } = await createAttestedStamper({ signer, oidcToken }).stamp(body);
    expect(read(value)).toMatchObject({ attestation: oidcToken, scheme: attestedSchemes.oidcToken });
    expect(read(JSON.stringify({ ...sound, publicKeyAttestation: oidcToken })).attestation).toBe(oidcToken);
  });

  test.each<readonly [title: string, value: unknown, part: string]>([
    ['nothing', '', ''],
    ['a value that is not text', 5, ''],
    ['two stamps joined', `${json}, ${json}`, ''],
    ['text that is not base64url', `${base64url(json)}!`, ''],
    ['a line end', `${base64url(json)}\n`, ''],
    ['spare bits', `${base64url(`${json}${' '.repeat((4 - (json.length % 3)) % 3)}`).slice(0, -1)}h`, ''],
    ['bytes that are not UTF-8', base64url(Uint8Array.of(0xff, 0xfe)), ''],
    ['text that is not JSON', base64url('stamp'), ''],
    ['a byte order mark', base64url(`\ufeff${json}`), ''],
    ['a list', encode([sound]), ''],
    ['null', encode(null), ''],
    ['an extra member', encode({ ...sound, kid: '1' }), ''],
    ['a member twice', json.replace('{', `{"scheme":"${attestedSchemes.oidcToken}",`), ''],
    ['an inherited member', `{"__proto__":${json}}`, '.publicKeyAttestation'],
    ['a value that is too long', 'A'.repeat(30_000), ''],
    ...Object.keys(sound).flatMap((member) => [
      [`no ${member}`, encode({ ...sound, [member]: undefined }), `.${member}`] as const,
      [`${member} of another type`, encode({ ...sound, [member]: [1] }), `.${member}`] as const,
    ]),
    ['an uncompressed key', encode({ ...sound, publicKey: encodeHex(key.publicKey.uncompressed) }), '.publicKey'],
    ['a hybrid key', encode({ ...sound, publicKey: `06${'11'.repeat(64)}` }), '.publicKey'],
    ['a key of ed25519', encode({ ...sound, publicKey: '11'.repeat(32) }), '.publicKey'],
    ['the point at infinity', encode({ ...sound, publicKey: '00' }), '.publicKey'],
    ['a signature of odd length', encode({ ...sound, signature: '300' }), '.signature'],
    ['a signature that is too long', encode({ ...sound, signature: '30'.repeat(73) }), '.signature'],
    ['an empty token', encode({ ...sound, publicKeyAttestation: '' }), '.publicKeyAttestation'],
    ['a token with a space', encode({ ...sound, publicKeyAttestation: 'a b' }), '.publicKeyAttestation'],
    ['a token beyond ASCII', encode({ ...sound, publicKeyAttestation: 'ë' }), '.publicKeyAttestation'],
    [
      'a token that is too long',
      encode({ ...sound, publicKeyAttestation: 'a'.repeat(16_385) }),
      '.publicKeyAttestation',
    ],
  ])('error: %s', (_, value, part) => {
    expect(reason(decodeAttestedStamp(value as string))).toBe(`MALFORMED stamp${part}`);
  });

  test.each(['', 'STAMP_ATTESTED_SCHEME_NONE', stampSchemes.p256, sound.scheme.toLowerCase()])(
    'error: the scheme %j',
    (scheme) => {
      expect(reason(decodeAttestedStamp(encode({ ...sound, scheme })))).toBe('SCHEME_NOT_ALLOWED stamp.scheme');
    },
  );

  test('error: the message quotes neither the stamp nor the token', () => {
    const verdict = decodeAttestedStamp(JSON.stringify({ ...sound, publicKeyAttestation: 'secret token' }));
    expect(verdict).toMatchObject({ error: { message: expect.not.stringContaining('secret') } });
  });
});

describe('verifyAttestedStamp', () => {
  test('default', async () => {
    expect(await verifyAttestedStamp({ stamp: read(encode(sound)), body })).toEqual({
      ok: true,
      publicKey: key.publicKey.hex,
    });
  });

  test('behavior: every stamp verifies, with s in either half', async () => {
    const stamper = createAttestedStamper({ signer, verificationToken: publicKeyAttestation });
    for (let times = 0; times < 32; times++) {
      const over = Uint8Array.of(...body, times);
      const { value } = await stamper.stamp(over);
      expect(reason(await verifyAttestedStamp({ stamp: read(value), body: over }))).toBe('ok');
    }
  });

  test('behavior: the token is not covered, and not looked at', async () => {
    expect(await verify({ publicKeyAttestation: 'another' })).toBe('ok');
    expect(await verify({ scheme: attestedSchemes.oidcToken })).toBe('ok');
  });

  test('error: another body, another key, another signature', async () => {
    expect(await verify({}, Uint8Array.of(...body, 0x20))).toBe('SIGNATURE_INVALID stamp.signature');
    expect(await verify({ publicKey: otherKey.publicKey.hex })).toBe('SIGNATURE_INVALID stamp.signature');
    const signature = nodeSign(text, otherKey, 'der').toString('hex');
    expect(await verify({ signature })).toBe('SIGNATURE_INVALID stamp.signature');
  });

  test.each([
    ['empty', ''],
    ['r and s without DER', nodeSign(text, key).toString('hex')],
    ['followed by a byte', `${sound.signature}00`],
    ['r of zero', '3006020100020101'],
  ])('error: a signature that is %s', async (_, signature) => {
    expect(await verify({ signature })).toMatch(/^(?:MALFORMED|SIGNATURE_INVALID) stamp\.signature$/);
  });

  test('error: a key that is not on the curve', async () => {
    expect(await verify({ publicKey: `02${'f'.repeat(64)}` })).toBe('INVALID_KEY stamp.publicKey');
  });

  test('error: a body that is not bytes', async () => {
    expect(reason(await verifyAttestedStamp({ stamp: read(encode(sound)), body: text as never }))).toBe(
      'MALFORMED body',
    );
  });
});

describe('verifyAttestationBinding', () => {
  const { hex } = key.publicKey;
  const bind = async (scheme: keyof typeof attestedSchemes, claims: object) =>
    reason(await verifyAttestationBinding({ scheme: attestedSchemes[scheme], publicKey: hex }, claims as KeyClaims));

  test('default: a verification token, from the stamp to its verified claims', async () => {
    const verificationToken = await signVerificationToken({ ...verification, public_key: hex }, tokenSigner);
    const { value } = await createAttestedStamper({ signer, verificationToken }).stamp(body);
    const stamp = read(value);
    const token = await verifyVerificationToken(stamp.attestation, keys, { now });
    if (!token.ok) throw token.error;
    expect(await verifyAttestationBinding(stamp, token.claims)).toEqual({ ok: true, publicKey: hex });
  });

  test('default: an OIDC token', async () => {
    const nonce = await nonceOfKey(hex);
    expect(await bind('oidcToken', { nonce })).toBe('ok');
    expect(await bind('oidcToken', { tknonce: nonce })).toBe('ok');
    expect(await bind('oidcToken', { nonce: 'chosen by the issuer', tknonce: nonce })).toBe('ok');
  });

  test('behavior: another spelling of the same key', async () => {
    expect(await bind('verificationToken', { public_key: encodeHex(key.publicKey.uncompressed) })).toBe('ok');
  });

  test('error: a verification token of another key, or of none', async () => {
    const part = 'token.payload.public_key';
    expect(await bind('verificationToken', { public_key: otherKey.publicKey.hex })).toBe(`KEY_MISMATCH ${part}`);
    expect(await bind('verificationToken', {})).toBe(`MALFORMED ${part}`);
    expect(await bind('verificationToken', { public_key: [hex] })).toBe(`MALFORMED ${part}`);
  });

  test('error: an OIDC token of another key, or of none', async () => {
    const nonce = await nonceOfKey(hex);
    const others = [{}, { nonce: await nonceOfKey(otherKey.publicKey.hex) }, { nonce: hex }, { nonce: [nonce] }];
    for (const claims of [...others, { nonce: nonce.toUpperCase() }, { nonce: '' }]) {
      expect(await bind('oidcToken', claims)).toBe('KEY_MISMATCH token.payload.nonce');
    }
  });

  test.each([null, undefined, [], 'text'])('error: claims that are %j', async (claims) => {
    for (const scheme of ['verificationToken', 'oidcToken'] as const) {
      expect(await bind(scheme, claims as never)).toBe('MALFORMED token.payload');
    }
  });

  test('error: the claim of one kind of token in the other kind', async () => {
    expect(await bind('oidcToken', { public_key: hex })).toBe('KEY_MISMATCH token.payload.nonce');
    expect(await bind('verificationToken', { nonce: await nonceOfKey(hex) })).toBe(
      'MALFORMED token.payload.public_key',
    );
  });
});
