import { randomFillSync } from 'node:crypto';
import type { AddressFormat, Curve } from '@mintmark/chains/addresses';
import { defineTask } from '../../core/ports/define-task.ts';
import { createSecretBuffer } from '../secrets/secret-buffer.ts';
import { bytesOf } from './bytes-of.ts';
import { describeKey, isSecret } from './key-pair.ts';

type NewKey = { readonly curve: Curve; readonly addressFormats: readonly AddressFormat[] };

/** Makes private keys, with their public keys and addresses. */
export const createPrivateKeys = defineTask(
  'create-private-keys',
  async ({ keys }: { readonly keys: readonly NewKey[] }) =>
    keys.map(({ curve, addressFormats }) => {
      const secret = generateSecret(curve);
      return { secret: bytesOf(secret), ...describeKey(curve, secret, addressFormats) };
    }),
);

function generateSecret(curve: Curve): Buffer {
  const secret = createSecretBuffer(32);
  do randomFillSync(secret);
  while (!isSecret(curve, secret));
  return secret;
}
