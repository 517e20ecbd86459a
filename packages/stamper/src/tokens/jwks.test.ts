import { describe, expect, test } from 'vitest';
import { failure } from '../../test/failure.ts';
import {
  header,
  jwk,
  jwks,
  kid,
  nodeToken,
  otherKey,
  serviceKey,
  session,
  verified,
} from '../../test/token-parties.ts';
import { exportJwk } from '../keys/private-jwk.ts';
import { buildJwks, importJwks, toJwk } from './jwks.ts';

describe('key set', () => {
  test('default', () => {
    expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', kid, alg: 'ES256', use: 'sig' });
    const { x, y } = exportJwk(serviceKey) as { x: string; y: string };
    expect({ x: jwk.x, y: jwk.y }).toEqual({ x, y });
    expect(JSON.parse(JSON.stringify(jwks))).toEqual({ keys: [jwk] });
  });

  test('behavior: the token names its key, and tokens of the previous key still verify', async () => {
    const before = toJwk(otherKey.publicKey.hex, 'notarizer-2025');
    const trusted = await importJwks({ keys: [jwk, before] });
    expect(await verified(nodeToken(header, session), trusted)).toBe('ok');
    expect(await verified(nodeToken({ ...header, kid: 'notarizer-2025' }, session, otherKey), trusted)).toBe('ok');
    expect(await verified(nodeToken({ ...header, kid: 'notarizer-2025' }, session), trusted)).toBe(
      'SIGNATURE_INVALID token.signature',
    );
  });

  test('behavior: a key without optional members is accepted, a key for another use is skipped', async () => {
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

  test('error: two keys with the same id', async () => {
    const twice = { keys: [jwk, toJwk(otherKey.publicKey.hex, kid)] };
    expect(await failure(() => importJwks(twice))).toBe('MALFORMED jwks.keys[1].kid');
    expect(await failure(() => importJwks({ keys: [jwk, jwk] }))).toBe('MALFORMED jwks.keys[1].kid');
    const same = { publicKey: serviceKey.publicKey.hex, kid };
    expect(await failure(() => buildJwks([same, same]))).toBe('MALFORMED kid');
  });

  test('error: invalid keys', async () => {
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

  test('error: invalid sets', async () => {
    const many = { keys: new Array(101).fill({ kty: 'oct' }) };
    for (const set of [undefined, null, 7, '{"keys":[]}', [], [jwk], {}, { keys: {} }, { keys: 'x' }, many]) {
      expect(await failure(() => importJwks(set))).toBe('MALFORMED jwks.keys');
    }
  });
});
