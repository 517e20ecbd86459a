import { createHmac, createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failure } from '../../test/failure.ts';
import {
  encode,
  header,
  jwk,
  kid,
  nodeSign,
  nodeToken,
  otherKey,
  serviceKey,
  session,
  signer,
  verified,
} from '../../test/token-parties.ts';
import { toJwk } from './jwks.ts';
import { signJws } from './jws.ts';
import { signSessionToken } from './session-token.ts';

describe('JWS', () => {
  const token = nodeToken(header, session);
  const [head, payload, signature] = token.split('.') as [string, string, string];

  test('error: other algorithms, even with a matching signature', async () => {
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

  test('error: unknown key ids', async () => {
    const ids = ['../../dev/null', "x'OR'1'='1", '__proto__', 'constructor', 'size', kid.toUpperCase(), `${kid}.`];
    for (const id of ids) {
      const forged = nodeToken({ ...header, kid: id }, session, otherKey);
      expect(await verified(forged)).toBe('KEY_ID_UNKNOWN token.header.kid');
    }
    expect(await verified(token, new Map())).toBe('KEY_ID_UNKNOWN token.header.kid');
  });

  test('behavior: the content of header and payload counts, not its spelling', async () => {
    expect(await verified(nodeToken(`\n{"\\u0061lg":"ES256", "typ":"JWT", "kid":"${kid}"} `, session))).toBe('ok');
    expect(await verified(nodeToken(header, `${JSON.stringify(session, null, 2)}\n`))).toBe('ok');
  });

  test('error: duplicate members, texts that are not objects', async () => {
    const doubled = [
      `{"alg":"none","alg":"ES256","typ":"JWT","kid":"${kid}"}`,
      `{"\\u0061lg":"none","alg":"ES256","typ":"JWT","kid":"${kid}"}`,
      `{"alg":"ES256","typ":"JWT","kid":"other","kid":"${kid}"}`,
    ];
    for (const text of doubled) expect(await verified(nodeToken(text, session))).toBe('MALFORMED token.header');
    for (const text of ['', 'null', '[]', '"ES256"', '{', '\ufeff{}']) {
      expect(await verified(nodeToken(text, session))).toBe('MALFORMED token.header');
      expect(await verified(nodeToken(header, text))).toBe('MALFORMED token.payload');
    }
    const user = JSON.stringify(session).replace('{', '{"user_id":"somebody else",');
    expect(await verified(nodeToken(header, user))).toBe('MALFORMED token.payload');
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

  test('error: any value that is not a token is refused', async () => {
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
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const headed = (json: string) => verified(`${encode(json)}.${payload}.${signature}`);
    const algorithm = (levels: number) => headed(`{"alg":${deep(levels)},"typ":"JWT","kid":"${kid}"}`);
    expect(await algorithm(64)).toBe('ALGORITHM_NOT_ALLOWED token.header.alg');
    expect(await algorithm(2500)).toBe('MALFORMED token.header');
    expect(await headed(`{"alg":"ES256","typ":"JWT","kid":${deep(64)}}`)).toBe('MALFORMED token.header');
    expect(await headed(`{"alg":"ES256","typ":"JWT","kid":${deep(2500)}}`)).toBe('MALFORMED token.header');
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
    const der = nodeSign(`${head}.${payload}`, serviceKey, 'der').toString('base64url');
    expect(await verified(`${head}.${payload}.${der}`)).toBe('MALFORMED token.signature');
  });

  test('error: an invalid key id', async () => {
    for (const wrong of ['', 'with space', 'é', 'x'.repeat(129), undefined as unknown as string]) {
      expect(await failure(() => signJws({}, { ...signer, kid: wrong }))).toBe('MALFORMED kid');
    }
  });

  test('error: claims that make a token too long for verifiers', async () => {
    const signed = signSessionToken({ ...session, scope: 'x'.repeat(8000) }, signer);
    expect(await failure(() => signed)).toBe('MALFORMED claims');
  });
});
