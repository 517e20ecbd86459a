import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { failure, reason } from '../../test/failure.ts';
import { exp, header, jwks, keys, nodeToken, now, signer, verification } from '../../test/token-parties.ts';
import { signVerificationToken, type VerificationClaims, verifyVerificationToken } from './verification-token.ts';

describe('verification token', () => {
  test.each(['OTP_TYPE_EMAIL', 'OTP_TYPE_SMS'] as const)('default: %s', async (type) => {
    const claims = { ...verification, verification_type: type };
    const verdict = await verifyVerificationToken(await signVerificationToken(claims, signer), keys, { now });
    expect(verdict).toEqual({ ok: true, claims });
  });

  test('behavior: another library verifies it with the published keys', async () => {
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

  test('error: exp in milliseconds as text, as others write it', async () => {
    const token = nodeToken(header, { ...verification, exp: `${exp * 1000}` });
    expect(reason(await verifyVerificationToken(token, keys, { now }))).toBe('MALFORMED token.payload.exp');
  });
});
