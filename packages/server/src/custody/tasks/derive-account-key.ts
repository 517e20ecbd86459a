import type { Curve } from '@mintmark/chains/addresses';
import { type Bytes, defineTask } from '../../core/ports/define-task.ts';
import { deriveKey } from '../derivation/derive-keys.ts';
import { bytesOf } from './bytes-of.ts';
import { requirePath } from './derive-wallet.ts';

type Input = {
  readonly seed: Bytes;
  readonly curve: Curve;
  readonly path: string;
};

/** Derives the private key of an account, 32 bytes, and its public key in hex. */
export const deriveAccountKey = defineTask('derive-account-key', async ({ seed, curve, path }: Input) => {
  const { secret, publicKey } = deriveKey(seed, { curve, path: requirePath(path) });
  return { secret: bytesOf(secret), publicKey: Buffer.from(publicKey).toString('hex') };
});
