import { afterEach, expect, test, vi } from 'vitest';
import type { Signing } from '../../core/ports/signs-messages.ts';
import { p256 } from '../curves/p256.ts';
import { signMessages } from './sign-messages.ts';

afterEach(() => void vi.restoreAllMocks());

const bytes = (value: number) => new Uint8Array(32).fill(value);
const signing: Signing = {
  curve: 'CURVE_P256',
  secret: bytes(1),
  requests: [2, 3].map((value) => ({ scheme: 'ecdsa', message: bytes(value) })),
};

test('behavior: OpenSSL forgets the last nonce of P-256', async () => {
  const clear = vi.spyOn(p256, 'clear');
  await signMessages.work({ signings: [signing] });
  expect(clear).toHaveBeenCalledOnce();
});

test('error: a scheme of another curve, after which it is forgotten too', async () => {
  const clear = vi.spyOn(p256, 'clear');
  const other: Signing = { ...signing, curve: 'CURVE_ED25519' };
  await expect(signMessages.work({ signings: [signing, other] })).rejects.toThrow(
    'CURVE_ED25519 does not sign with ecdsa',
  );
  expect(clear).toHaveBeenCalledOnce();
});
