import { createHmac, createPrivateKey, createPublicKey, sign as nodeSign, verify as nodeVerify } from 'node:crypto';
import fc from 'fast-check';
import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { generatePrivateKey } from '../keys/curve-keys.ts';
import { exportJwk } from '../keys/private-jwk.ts';
import { StamperError, type Verdict } from '../stamper-error.ts';
import {
  buildJwks,
  createP256Signer,
  importJwks,
  type SessionClaims,
  signSessionToken,
  signVerificationToken,
  toJwk,
  type VerificationClaims,
  verifySessionToken,
  verifyVerificationToken,
} from './index.ts';
import { signJws, type TrustedKeys, verifyJws } from './jws.ts';

const serviceKey = generatePrivateKey('p256');
const otherKey = generatePrivateKey('p256');
const sessionKey = generatePrivateKey('p256');
const kid = 'notarizer-2026';
const signer = { kid, ...createP256Signer(serviceKey.toApiKey()) };
const jwk = toJwk(serviceKey.publicKey.hex, kid);
const jwks = buildJwks([{ publicKey: serviceKey.publicKey.hex, kid }]);
const keys: TrustedKeys = await importJwks(jwks);

const exp = 1_800_000_000;
const now = () => exp * 1000 - 1;
const session: SessionClaims = {
  exp,
  public_key: sessionKey.publicKey.hex,
  session_type: 'SESSION_TYPE_READ_WRITE',
  user_id: '5d1f9c7e-2f5a-4a26-9e37-0d1c6b8a4f90',
  organization_id: '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8',
};
const verification: VerificationClaims = {
  exp,
  id: '3d9b2f71-6a08-4c5e-b1d7-90e4f8a2c653',
  organization_id: session.organization_id,
  verification_type: 'OTP_TYPE_EMAIL',
  contact: 'user@example.com',
  public_key: sessionKey.publicKey.hex,
};

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
const header = { alg: 'ES256', typ: 'JWT', kid };

/** A token by node:crypto: any header and payload, also as text, signed rightly. */
function nodeToken(head: unknown, payload: unknown, key = serviceKey): string {
  const content = `${encode(head)}.${encode(payload)}`;
  const privateKey = createPrivateKey({ key: { ...exportJwk(key) }, format: 'jwk' });
  return `${content}.${nodeSign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const reason = <Verified>(verdict: Verdict<Verified>) =>
  verdict.ok ? 'ok' : `${verdict.error.code} ${verdict.error.part}`;
const verified = async (token: string, trusted = keys) => reason(await verifySessionToken(token, trusted, { now }));

async function failure(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    if (error instanceof StamperError) return `${error.code} ${error.part}`;
    throw error;
  }
  throw new Error('expected a StamperError');
}

describe('session token', () => {
  test('default', async () => {
    const verdict = await verifySessionToken(await signSessionToken(session, signer), keys, { now });
    expect(verdict).toEqual({ ok: true, claims: session });
  });

  test('args: a session with a profile; the key in any form; the clock of the runtime', async () => {
    const profiled = { ...session, session_profile_id: 'profile', scope: "activity.type == 'X' && 1 > 0 ?" };
    const token = await signSessionToken(profiled, signer);
    expect(await verifySessionToken(token, keys, { now })).toEqual({ ok: true, claims: profiled });
    const uncompressed = Buffer.from(sessionKey.publicKey.uncompressed).toString('hex').toUpperCase();
    const lasting = { ...session, exp: Math.floor(Date.now() / 1000) + 1000, public_key: uncompressed };
    expect(await verifySessionToken(await signSessionToken(lasting, signer), keys)).toEqual({
      ok: true,
      claims: { ...lasting, public_key: sessionKey.publicKey.hex },
    });
  });

  test('behavior: header and claims in the order that they have on the wire', async () => {
    const [head, payload, ...rest] = (await signSessionToken(session, signer)).split('.');
    expect(JSON.stringify(decode(head))).toBe(`{"alg":"ES256","typ":"JWT","kid":"${kid}"}`);
    expect(Object.keys(decode(payload))).toEqual(['exp', 'public_key', 'session_type', 'user_id', 'organization_id']);
    expect(rest).toHaveLength(1);
  });

  test('behavior: node:crypto and another library verify it, by the published keys', async () => {
    const token = await signSessionToken(session, signer);
    const [head, payload, signature] = token.split('.');
    const publicKey = { key: createPublicKey({ key: { ...jwk }, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
    const content = Buffer.from(`${head}.${payload}`);
    expect(nodeVerify('sha256', content, publicKey, Buffer.from(signature ?? '', 'base64url'))).toBe(true);
    const options = { algorithms: ['ES256'], typ: 'JWT', currentDate: new Date(now()) };
    const result = await jwtVerify(token, createLocalJWKSet({ keys: jwks.keys.map((key) => ({ ...key })) }), options);
    expect(result.payload).toEqual(session);
  });

  test('behavior: what node:crypto and another library sign verifies', async () => {
    expect(await verified(nodeToken(header, session))).toBe('ok');
    expect(await verified(nodeToken({ kid, typ: 'JWT', alg: 'ES256' }, session))).toBe('ok');
    expect(await verified(nodeToken(header, { ...session, more: ['than', { is: 'known' }] }))).toBe('ok');
    const key = await importJWK({ ...exportJwk(serviceKey) }, 'ES256');
    expect(await verified(await new SignJWT({ ...session }).setProtectedHeader(header).sign(key))).toBe('ok');
  });

  test('behavior: at the second of exp it is over', async () => {
    const token = await signSessionToken(session, signer);
    const at = async (time: number) => reason(await verifySessionToken(token, keys, { now: () => time }));
    expect(await at(exp * 1000 - 1)).toBe('ok');
    expect(await at(exp * 1000)).toBe('TOKEN_EXPIRED token');
    expect(await at(exp * 1000 + 1)).toBe('TOKEN_EXPIRED token');
    expect(await at(Number.NaN)).toBe('TOKEN_EXPIRED token');
    expect(reason(await verifySessionToken(await signSessionToken({ ...session, exp: 1 }, signer), keys))).toBe(
      'TOKEN_EXPIRED token',
    );
  });

  test.each(['exp', 'public_key', 'session_type', 'user_id', 'organization_id'])('error: without %s', async (claim) => {
    const { [claim]: _, ...claims }: Record<string, unknown> = { ...session };
    expect(await verified(nodeToken(header, claims))).toBe(`MALFORMED token.payload.${claim}`);
    for (const value of ['', null, [], {}, true]) {
      expect(await verified(nodeToken(header, { ...claims, [claim]: value }))).toBe(`MALFORMED token.payload.${claim}`);
      const signed = signSessionToken({ ...claims, [claim]: value } as unknown as SessionClaims, signer);
      expect(await failure(() => signed)).toBe(`MALFORMED token.payload.${claim}`);
    }
  });

  test('error: exp in other forms', async () => {
    const values = [`${exp}`, '9e9', exp * 1000, exp + 0.5, -exp, 0, [exp], { exp }, null, true];
    for (const value of values) {
      expect(await verified(nodeToken(header, { ...session, exp: value }))).toBe('MALFORMED token.payload.exp');
    }
    for (const text of ['1.8e9', '1800000000.0', '9e9', '1e999']) {
      const payload = JSON.stringify(session).replace(`${exp}`, text);
      expect(await verified(nodeToken(header, payload))).toMatch(/^MALFORMED token\.payload/);
    }
  });

  test('error: a key that is none, an empty profile', async () => {
    const wrong = { ...session, public_key: `02${'ff'.repeat(32)}` };
    expect(await verified(nodeToken(header, wrong))).toBe('INVALID_KEY token.payload.public_key');
    expect(await verified(nodeToken(header, { ...session, scope: 7 }))).toBe('MALFORMED token.payload.scope');
    expect(await verified(nodeToken(header, { ...session, session_profile_id: '' }))).toBe(
      'MALFORMED token.payload.session_profile_id',
    );
  });

  test('error: a verification token by the same key', async () => {
    const token = await signVerificationToken(verification, signer);
    expect(await verified(token)).toBe('MALFORMED token.payload.session_type');
    const other = await signSessionToken(session, signer);
    expect(reason(await verifyVerificationToken(other, keys, { now }))).toMatch(/^MALFORMED token\.payload/);
  });
});

describe('verification token', () => {
  test.each(['OTP_TYPE_EMAIL', 'OTP_TYPE_SMS'] as const)('default: %s', async (type) => {
    const claims = { ...verification, verification_type: type };
    const verdict = await verifyVerificationToken(await signVerificationToken(claims, signer), keys, { now });
    expect(verdict).toEqual({ ok: true, claims });
  });

  test('behavior: another library verifies it, by the published keys', async () => {
    const token = await signVerificationToken(verification, signer);
    const set = createLocalJWKSet({ keys: jwks.keys.map((key) => ({ ...key })) });
    const { payload } = await jwtVerify(token, set, { algorithms: ['ES256'], currentDate: new Date(now()) });
    expect(payload).toEqual(verification);
  });

  test('error: expired', async () => {
    const token = await signVerificationToken(verification, signer);
    expect(reason(await verifyVerificationToken(token, keys, { now: () => exp * 1000 }))).toBe('TOKEN_EXPIRED token');
  });

  test.each(Object.keys(verification))('error: without %s', async (claim) => {
    const { [claim]: _, ...claims }: Record<string, unknown> = { ...verification };
    for (const wrong of [claims, { ...claims, [claim]: '' }, { ...claims, [claim]: ['OTP_TYPE_SMS'] }]) {
      const verdict = await verifyVerificationToken(nodeToken(header, wrong), keys, { now });
      expect(reason(verdict)).toBe(`MALFORMED token.payload.${claim}`);
      const signed = signVerificationToken(wrong as unknown as VerificationClaims, signer);
      expect(await failure(() => signed)).toBe(`MALFORMED token.payload.${claim}`);
    }
  });

  test('error: the exp in milliseconds, as text, that others write', async () => {
    const token = nodeToken(header, { ...verification, exp: `${exp * 1000}` });
    expect(reason(await verifyVerificationToken(token, keys, { now }))).toBe('MALFORMED token.payload.exp');
  });
});

describe('payload encoding', () => {
  test('behavior: whatever it says, it has neither - nor _, and says the same', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[>?~\u007f -}éß€😀]*$/u));
    await fc.assert(
      fc.asyncProperty(text, async (contact) => {
        const token = await signJws({ a: contact, contact }, signer);
        const payload = token.split('.')[1] ?? '';
        expect(payload).toMatch(/^[A-Za-z0-9]*$/);
        expect(JSON.parse(atob(payload))).toEqual({ a: contact, contact });
        expect({ ...(await verifyJws(token, keys)) }).toEqual({ a: contact, contact });
      }),
    );
  });

  test('behavior: each of the characters that base64url would write as - or _, at each offset', async () => {
    for (const letter of '>?~\u007f') {
      for (const padding of ['', 'x', 'xx']) {
        const contact = `${padding}${letter}@example.com`;
        const token = await signVerificationToken({ ...verification, contact }, signer);
        expect(token.split('.')[1]).toMatch(/^[A-Za-z0-9]*$/);
        const verdict = await verifyVerificationToken(token, keys, { now });
        expect(verdict.ok && verdict.claims.contact).toBe(contact);
      }
    }
  });

  test('error: claims that make a token which verifiers refuse for its length', async () => {
    const signed = signSessionToken({ ...session, scope: 'x'.repeat(8000) }, signer);
    expect(await failure(() => signed)).toBe('MALFORMED claims');
  });
});

describe('JWS', () => {
  const token = nodeToken(header, session);
  const [head, payload, signature] = token.split('.') as [string, string, string];

  test('error: other algorithms, also with a signature that would fit', async () => {
    const spki = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    const secrets = [
      spki.export({ format: 'pem', type: 'spki' }),
      spki.export({ format: 'der', type: 'spki' }),
      Buffer.from(serviceKey.publicKey.uncompressed),
      serviceKey.publicKey.hex,
    ];
    for (const secret of secrets) {
      const content = `${encode({ ...header, alg: 'HS256' })}.${payload}`;
      const forged = `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
      expect(await verified(forged)).toBe('ALGORITHM_NOT_ALLOWED token.header.alg');
    }
    const algorithms = [
      'none',
      'None',
      'NONE',
      'ES256K',
      'ES384',
      'RS256',
      'EdDSA',
      'es256',
      '',
      null,
      7,
      ['ES256'],
      {},
    ];
    for (const alg of algorithms) {
      const wrong = nodeToken({ ...header, alg }, session);
      expect(await verified(wrong)).toBe('ALGORITHM_NOT_ALLOWED token.header.alg');
    }
    expect(await verified(`${encode({ ...header, alg: 'none' })}.${payload}.`)).toBe(
      'ALGORITHM_NOT_ALLOWED token.header.alg',
    );
    expect(await verified(nodeToken({ typ: 'JWT', kid }, session))).toBe('ALGORITHM_NOT_ALLOWED token.header.alg');
  });

  test('error: a header that brings a key, or anything else', async () => {
    const own = toJwk(otherKey.publicKey.hex, kid);
    const members = [
      { jwk: own },
      { jku: 'https://example.com/jwks.json' },
      { x5u: 'https://example.com/x5u' },
      { x5c: [] },
      { crit: ['exp'] },
      { crit: [] },
      { b64: false },
      { cty: 'JWT' },
    ];
    for (const member of members) {
      expect(await verified(nodeToken({ ...header, ...member }, session))).toBe('MALFORMED token.header');
      expect(await verified(nodeToken({ ...header, ...member }, session, otherKey))).toBe('MALFORMED token.header');
    }
    expect(await verified(nodeToken(`{"alg":"ES256","typ":"JWT","kid":"${kid}","__proto__":{}}`, session))).toBe(
      'MALFORMED token.header',
    );
  });

  test('error: other or missing typ and kid', async () => {
    for (const typ of ['jwt', 'at+jwt', '', null, undefined]) {
      expect(await verified(nodeToken({ ...header, typ }, session))).toBe('MALFORMED token.header');
    }
    for (const wrong of ['', null, undefined, 7, [kid], { kid }, ' ', 'é', 'x'.repeat(129)]) {
      expect(await verified(nodeToken({ ...header, kid: wrong }, session))).toBe('MALFORMED token.header');
    }
  });

  test('error: key ids that name no key', async () => {
    const ids = ['../../dev/null', "x'OR'1'='1", '__proto__', 'constructor', 'size', kid.toUpperCase(), `${kid}.`];
    for (const id of ids) {
      const forged = nodeToken({ ...header, kid: id }, session, otherKey);
      expect(await verified(forged)).toBe('KEY_ID_UNKNOWN token.header.kid');
    }
    expect(await verified(token, new Map())).toBe('KEY_ID_UNKNOWN token.header.kid');
  });

  test('error: members twice, white space, texts that are no object', async () => {
    const doubled = [
      `{"alg":"none","alg":"ES256","typ":"JWT","kid":"${kid}"}`,
      `{"alg":"ES256","typ":"JWT","kid":"other","kid":"${kid}"}`,
      `{"alg":"ES256","typ":"JWT", "kid":"${kid}"}`,
      `{"alg":"ES256","typ":"JWT","kid":"${kid}"} `,
      `{"\\u0061lg":"ES256","typ":"JWT","kid":"${kid}"}`,
    ];
    for (const text of doubled) expect(await verified(nodeToken(text, session))).toBe('MALFORMED token.header');
    for (const text of ['', 'null', '[]', '"ES256"', '{', '\ufeff{}']) {
      expect(await verified(nodeToken(text, session))).toBe('MALFORMED token.header');
      expect(await verified(nodeToken(header, text))).toBe('MALFORMED token.payload');
    }
    const user = JSON.stringify(session).replace('{', '{"user_id":"somebody else",');
    expect(await verified(nodeToken(header, user))).toBe('MALFORMED token.payload');
    expect(await verified(nodeToken(header, `${JSON.stringify(session)}\n`))).toBe('MALFORMED token.payload');
  });

  test('error: more or fewer parts, other alphabets, padding, spare bits', async () => {
    const wrong = [
      '',
      '.',
      '..',
      head,
      `${head}.${payload}`,
      `${head}.${payload}.`,
      `${token}.`,
      `${token}.${signature}`,
      `.${token}`,
      `${token} `,
      ` ${token}`,
      `${token}\n`,
      `${token}=`,
      `${token}==`,
      `${token}A`,
      `${head}=.${payload}.${signature}`,
      `${head}.${payload}\n.${signature}`,
      `${head}.${payload}.${signature.slice(0, -1)}`,
      `${head}.${payload}.${signature.slice(0, -2)}`,
      `${head}.${payload}.+${signature.slice(1)}`,
      `${head}.${payload}.é${signature.slice(1)}`,
    ];
    for (const text of wrong) expect(await verified(text)).toMatch(/^MALFORMED token/);
    // 86 characters hold four bits more than 64 bytes.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spare = last[last.indexOf(signature.slice(-1)) + 1] ?? '';
    expect(await verified(`${head}.${payload}.${signature.slice(0, -1)}${spare}`)).toBe('MALFORMED token.signature');
    for (const text of [undefined, null, 7, {}, [token]] as unknown as string[]) {
      expect(await verified(text)).toBe('MALFORMED token');
    }
  });

  test('error: whatever is given for a token, the verdict says no', async () => {
    const json = fc.oneof(fc.json({ maxDepth: 4 }), fc.constantFrom(JSON.stringify(header), JSON.stringify(session)));
    const parts = fc.tuple(json, json, fc.uint8Array({ minLength: 60, maxLength: 68 }));
    const forged = parts.map(
      ([one, other, bytes]) => `${encode(one)}.${encode(other)}.${Buffer.from(bytes).toString('base64url')}`,
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.string(), forged), async (value) => {
        expect(await verified(value as string)).not.toBe('ok');
      }),
    );
  });

  test('error: hostile depth and length', async () => {
    const deep = `{"alg":${'['.repeat(2500)}${']'.repeat(2500)},"typ":"JWT","kid":"${kid}"}`;
    expect(await verified(`${encode(deep)}.${payload}.${signature}`)).toBe('ALGORITHM_NOT_ALLOWED token.header.alg');
    const deeper = `{"alg":"ES256","typ":"JWT","kid":${'['.repeat(2500)}${']'.repeat(2500)}}`;
    expect(await verified(`${encode(deeper)}.${payload}.${signature}`)).toBe('MALFORMED token.header');
    for (const text of ['.'.repeat(1_000_000), 'A'.repeat(1_000_000), `${token}${'A'.repeat(8192)}`]) {
      expect(await verified(text)).toBe('MALFORMED token');
    }
  });

  test('error: another key, another payload, another header, any byte of the signature', async () => {
    expect(await verified(nodeToken(header, session, otherKey))).toBe('SIGNATURE_INVALID token.signature');
    const other = encode({ ...session, user_id: 'somebody else' });
    expect(await verified(`${head}.${other}.${signature}`)).toBe('SIGNATURE_INVALID token.signature');
    const reordered = encode({ typ: 'JWT', alg: 'ES256', kid });
    expect(await verified(`${reordered}.${payload}.${signature}`)).toBe('SIGNATURE_INVALID token.signature');
    const bytes = Buffer.from(signature, 'base64url');
    for (let index = 0; index < 64; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(await verified(`${head}.${payload}.${changed.toString('base64url')}`)).toBe(
        'SIGNATURE_INVALID token.signature',
      );
    }
    for (const bytes of [Buffer.alloc(64), Buffer.alloc(64, 255)]) {
      expect(await verified(`${head}.${payload}.${bytes.toString('base64url')}`)).toBe(
        'SIGNATURE_INVALID token.signature',
      );
    }
  });

  test('error: a signature in DER', async () => {
    const privateKey = createPrivateKey({ key: { ...exportJwk(serviceKey) }, format: 'jwk' });
    const der = nodeSign('sha256', Buffer.from(`${head}.${payload}`), privateKey).toString('base64url');
    expect(await verified(`${head}.${payload}.${der}`)).toBe('MALFORMED token.signature');
  });

  test('error: a key id that cannot be one', async () => {
    for (const wrong of ['', 'with space', 'é', 'x'.repeat(129), undefined as unknown as string]) {
      expect(await failure(() => signJws({}, { ...signer, kid: wrong }))).toBe('MALFORMED kid');
    }
  });
});

describe('key set', () => {
  test('default', () => {
    expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', kid, alg: 'ES256', use: 'sig' });
    const { x, y } = exportJwk(serviceKey) as { x: string; y: string };
    expect({ x: jwk.x, y: jwk.y }).toEqual({ x, y });
    expect(JSON.parse(JSON.stringify(jwks))).toEqual({ keys: [jwk] });
  });

  test('behavior: the token says which key, and tokens of the key before still verify', async () => {
    const before = toJwk(otherKey.publicKey.hex, 'notarizer-2025');
    const trusted = await importJwks({ keys: [jwk, before] });
    expect(await verified(nodeToken(header, session), trusted)).toBe('ok');
    expect(await verified(nodeToken({ ...header, kid: 'notarizer-2025' }, session, otherKey), trusted)).toBe('ok');
    expect(await verified(nodeToken({ ...header, kid: 'notarizer-2025' }, session), trusted)).toBe(
      'SIGNATURE_INVALID token.signature',
    );
  });

  test('behavior: a key that says less about itself is taken, one for anything else is skipped', async () => {
    const { alg, use, ...bare } = jwk;
    expect([alg, use]).toEqual(['ES256', 'sig']);
    expect((await importJwks({ keys: [bare] })).size).toBe(1);
    expect((await importJwks({ keys: [{ ...jwk, key_ops: ['verify'] }], more: 1 })).size).toBe(1);
    const others = [
      { kty: 'RSA', n: 'AQAB', e: 'AQAB', kid, alg: 'RS256' },
      { kty: 'oct', k: 'c2VjcmV0', kid },
      { kty: 'OKP', crv: 'Ed25519', x: jwk.x, kid },
      { ...jwk, kty: 'OKP' },
      { ...jwk, crv: 'P-384' },
      { ...jwk, crv: 'secp256k1' },
      { ...jwk, alg: 'ES384' },
      { ...jwk, alg: 'ECDH-ES' },
      { ...jwk, alg: null },
      { ...jwk, use: 'enc' },
      { ...jwk, key_ops: ['deriveBits'] },
      { ...jwk, key_ops: 'verify' },
      {},
    ];
    expect([...(await importJwks({ keys: [...others, jwk] })).keys()]).toEqual([kid]);
    for (const other of others) {
      const trusted = await importJwks({ keys: [other] });
      expect(trusted.size).toBe(0);
    }
  });

  test('error: two keys of one id', async () => {
    const twice = { keys: [jwk, toJwk(otherKey.publicKey.hex, kid)] };
    expect(await failure(() => importJwks(twice))).toBe('MALFORMED jwks.keys[1].kid');
    expect(await failure(() => importJwks({ keys: [jwk, jwk] }))).toBe('MALFORMED jwks.keys[1].kid');
    const same = { publicKey: serviceKey.publicKey.hex, kid };
    expect(await failure(() => buildJwks([same, same]))).toBe('MALFORMED kid');
  });

  test('error: keys that are none', async () => {
    const { kid: _, ...unnamed } = jwk;
    const wrong = [
      ['MALFORMED jwks.keys[0].kid', unnamed],
      ['MALFORMED jwks.keys[0].kid', { ...jwk, kid: '' }],
      ['MALFORMED jwks.keys[0].kid', { ...jwk, kid: 7 }],
      ['INVALID_KEY jwks.keys[0]', { ...jwk, d: jwk.x }],
      ['INVALID_KEY jwks.keys[0]', { ...jwk, y: jwk.x }],
      ['MALFORMED jwks.keys[0].x', { ...jwk, x: undefined }],
      ['MALFORMED jwks.keys[0].x', { ...jwk, x: 7 }],
      ['MALFORMED jwks.keys[0].x', { ...jwk, x: '' }],
      ['MALFORMED jwks.keys[0].x', { ...jwk, x: `${jwk.x}=` }],
      ['MALFORMED jwks.keys[0].x', { ...jwk, x: `AA${jwk.x}` }],
      ['MALFORMED jwks.keys[0].y', { ...jwk, y: jwk.y.slice(0, -4) }],
      ['MALFORMED jwks.keys[0].y', { ...jwk, y: 'A'.repeat(1_000_000) }],
      ['MALFORMED jwks.keys[0]', null],
      ['MALFORMED jwks.keys[0]', 'key'],
      ['MALFORMED jwks.keys[0]', [jwk]],
    ] as const;
    for (const [code, key] of wrong) expect(await failure(() => importJwks({ keys: [key] }))).toBe(code);
    expect(await failure(() => toJwk('02', kid))).toBe('MALFORMED publicKey');
    expect(await failure(() => toJwk(serviceKey.publicKey.hex, ''))).toBe('MALFORMED kid');
  });

  test('error: sets that are none', async () => {
    const many = { keys: new Array(101).fill({ kty: 'oct' }) };
    for (const set of [undefined, null, 7, '{"keys":[]}', [], [jwk], {}, { keys: {} }, { keys: 'x' }, many]) {
      expect(await failure(() => importJwks(set))).toBe('MALFORMED jwks.keys');
    }
  });
});
