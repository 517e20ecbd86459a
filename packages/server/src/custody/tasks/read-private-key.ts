import type { AddressFormat, Curve } from '@mintmark/chains/addresses';
import { type Bytes, defineTask } from '../../core/ports/define-task.ts';
import { type DescribedKey, describeKey, isSecret } from './key-pair.ts';

type Input = {
  readonly secret: Bytes;
  readonly curve: Curve;
  readonly addressFormats: readonly AddressFormat[];
};

/** Reads a private key from outside. Undefined if the bytes are not a private key on this curve. */
export const readPrivateKey = defineTask(
  'read-private-key',
  async ({ secret, curve, addressFormats }: Input): Promise<DescribedKey | undefined> =>
    isSecret(curve, secret) ? describeKey(curve, secret, addressFormats) : undefined,
);
