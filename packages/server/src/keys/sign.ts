import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Signature, SigningRequest } from '../chains/unsigned-transaction.ts';
import type { PrepareContext } from '../contract/implement.ts';
import { type AccountKey, useAccountKey } from './account-keys.ts';
import { bytesOf, runTask } from './run-task.ts';
import { useSecret } from './sealed-secret.ts';
import { signMessages } from './tasks/sign-messages.ts';

type PrivateKeyRow = AuthorityRows['private_keys'];

/** A key that signs: a private key, or the key of a wallet account. */
export type SigningKey = AccountKey | Pick<PrivateKeyRow, 'id' | 'curve' | 'secret'>;

/** Signatures of an activity that is prepared. They are wiped when it is over. */
export class Signatures implements Disposable {
  readonly all: readonly Signature[];

  constructor(all: readonly Signature[]) {
    this.all = all;
  }

  [Symbol.dispose](): void {
    for (const { bytes } of this.all) bytes.fill(0);
  }
}

/** Signs messages with a key, in their order. */
export async function sign(
  context: PrepareContext,
  key: SigningKey,
  requests: readonly SigningRequest[],
): Promise<Signatures> {
  const { curve } = key;
  const messages = requests.map(({ scheme, message }) => ({ scheme, message: bytesOf(message) }));
  return useKey(
    context,
    key,
    async (secret) =>
      new Signatures(await runTask(context, signMessages, { curve, secret: bytesOf(secret), requests: messages })),
  );
}

const useKey = <Result>(context: PrepareContext, key: SigningKey, work: (secret: Uint8Array) => Promise<Result>) =>
  'secret' in key
    ? useSecret(
        context,
        { organization: context.organization, table: 'private_keys', column: 'secret', id: key.id },
        key.secret,
        work,
      )
    : useAccountKey(context, key, work);
