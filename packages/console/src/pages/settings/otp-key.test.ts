import { generatePrivateKey } from '@mintmark/stamper';
import { expect, test } from 'vitest';
import { isOtpKey } from './otp-key.ts';

test('isOtpKey: an uncompressed P-256 key and nothing else', () => {
  const { uncompressed, hex } = generatePrivateKey('p256').publicKey;
  expect(isOtpKey(Buffer.from(uncompressed).toString('hex'))).toBe(true);
  for (const other of ['', hex, `04${'00'.repeat(64)}`]) expect([other, isOtpKey(other)]).toEqual([other, false]);
});
