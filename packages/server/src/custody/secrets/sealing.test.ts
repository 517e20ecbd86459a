import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openBytes, sealBytes } from './sealing.ts';

const key = createSecretKey(randomBytes(32));
const secret = randomBytes(48);
const context = ['tenant', 'table', 'row', 'column'];
const refused = expect.objectContaining({ code: 'NOT_OPENED' });

test('default', () => {
  const sealed = sealBytes(key, secret, context);
  expect(openBytes(key, sealed, context)).toEqual(secret);
  expect(Buffer.from(sealed).includes(secret.subarray(0, 8))).toBe(false);
});

test('args: an empty secret', () => {
  expect(openBytes(key, sealBytes(key, Buffer.alloc(0), context), context)).toHaveLength(0);
});

test('behavior: the same secret is never sealed to the same bytes', () => {
  const nonces = new Set(
    Array.from({ length: 10_000 }, () => Buffer.from(sealBytes(key, secret, context)).toString('hex', 1, 13)),
  );
  expect(nonces.size).toBe(10_000);
});

describe('error: NOT_OPENED', () => {
  const sealed = sealBytes(key, secret, context);

  test('any bit flipped', () => {
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const flipped = sealed.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => openBytes(key, flipped, context)).toThrow(refused);
    }
  });

  test('any length cut or added', () => {
    for (let length = 0; length < sealed.length; length++) {
      expect(() => openBytes(key, sealed.subarray(0, length), context)).toThrow(refused);
    }
    expect(() => openBytes(key, Buffer.concat([sealed, Buffer.alloc(1)]), context)).toThrow(refused);
  });

  test('another key', () => {
    expect(() => openBytes(createSecretKey(randomBytes(32)), sealed, context)).toThrow(refused);
  });

  test.each([
    ['another tenant', ['other', 'table', 'row', 'column']],
    ['another table', ['tenant', 'other', 'row', 'column']],
    ['another row', ['tenant', 'table', 'other', 'column']],
    ['another column', ['tenant', 'table', 'row', 'other']],
    ['parts split at other places', ['tenantt', 'able', 'row', 'column']],
    ['fewer parts', ['tenant', 'table', 'rowcolumn']],
  ])('%s', (_, other) => {
    expect(() => openBytes(key, sealed, other)).toThrow(refused);
  });
});
