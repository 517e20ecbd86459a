import type { Curve } from '../../addresses/address-formats.ts';
import { type Bytes, defineTask } from '../../contract/define-task.ts';
import { deriveSecret } from '../../derivation/derive-keys.ts';
import { bytesOf } from '../run-task.ts';
import { requirePath } from './derive-wallet.ts';

type Input = {
  readonly seed: Bytes;
  readonly curve: Curve;
  readonly path: string;
};

/** Derives the private key of an account: 32 bytes. */
export const deriveAccountKey = defineTask(import.meta.url, async ({ seed, curve, path }: Input) =>
  bytesOf(deriveSecret(seed, { curve, path: requirePath(path) })),
);
