import { createPublicKey, verify as nodeVerify } from 'node:crypto';
import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { failure, reason } from '../../test/failure.ts';
import {
  decode,
  exp,
  header,
  jwk,
  jwks,
  keys,
  kid,
  nodeToken,
  now,
  serviceKey,
  session,
  sessionKey,
  signer,
  verification,
  verified,
} from '../../test/token-parties.ts';
import { exportJwk } from '../keys/private-jwk.ts';
import { type SessionClaims, signSessionToken, verifySessionToken } from './session-token.ts';
import { signVerificationToken, verifyVerificationToken } from './verification-token.ts';

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

  test('behavior: header and claims have the order of the wire', async () => {
    const [head, payload, ...rest] = (await signSessionToken(session, signer)).split('.');
    expect(JSON.stringify(decode(head))).toBe(`{"alg":"ES256","typ":"JWT","kid":"${kid}"}`);
    expect(Object.keys(decode(payload))).toEqual(['exp', 'public_key', 'session_type', 'user_id', 'organization_id']);
    expect(rest).toHaveLength(1);
  });

  test('behavior: node:crypto and another library verify it with the published keys', async () => {
    const token = await signSessionToken(session, signer);
    const [head, payload, signature] = token.split('.');
    const publicKey = { key: createPublicKey({ key: { ...jwk }, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
    const content = Buffer.from(`${head}.${payload}`);
    expect(nodeVerify('sha256', content, publicKey, Buffer.from(signature ?? '', 'base64url'))).toBe(true);
    const options = { algorithms: ['ES256'], typ: 'JWT', currentDate: new Date(now()) };
    const result = await jwtVerify(token, createLocalJWKSet({ keys: jwks.keys.map((key) => ({ ...key })) }), options);
    expect(result.payload).toEqual(session);
  });

  test('behavior: verifies what node:crypto and another library sign', async () => {
    expect(await verified(nodeToken(header, session))).toBe('ok');
    expect(await verified(nodeToken({ kid, typ: 'JWT', alg: 'ES256' }, session))).toBe('ok');
    expect(await verified(nodeToken(header, { ...session, more: ['than', { is: 'known' }] }))).toBe('ok');
    const key = await importJWK({ ...exportJwk(serviceKey) }, 'ES256');
    expect(await verified(await new SignJWT({ ...session }).setProtectedHeader(header).sign(key))).toBe('ok');
  });

  test('behavior: expires at the second of exp', async () => {
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
    const spelled = (text: string) => verified(nodeToken(header, JSON.stringify(session).replace(`${exp}`, text)));
    for (const text of ['1800000000.5', '1.8e12', '1e999', '-1.8e9']) {
      expect(await spelled(text)).toBe('MALFORMED token.payload.exp');
    }
    expect([await spelled('1.8e9'), await spelled('1800000000.0')]).toEqual(['ok', 'ok']);
  });

  test('error: an invalid key, an empty profile', async () => {
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
