import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/any-text.ts';
import { keys, now, signer, verification } from '../../test/token-parties.ts';
import { signJws, verifyJws } from './jws.ts';
import { signVerificationToken, verifyVerificationToken } from './verification-token.ts';

describe('payload encoding', () => {
  test('behavior: any payload has neither - nor _, and decodes to the same value', async () => {
    const text = fc.oneof(anyText, fc.stringMatching(/^[>?~\u007f -}éß€😀]*$/u));
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
});
