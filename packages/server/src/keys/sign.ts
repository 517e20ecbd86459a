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

/** So few signatures take less time than to hand them to a thread and back, if the curve's library is native or WebAssembly. */
const mostInPlace = 2;

/** Signs messages with a key, in their order. */
export const sign = (context: PrepareContext, key: SigningKey, requests: readonly SigningRequest[]) =>
  useKey(context, key, async (secret) => {
    const { curve } = key;
    const messages = requests.map(({ scheme, message }) => ({ scheme, message: bytesOf(message) }));
    const input = { curve, secret: bytesOf(secret), requests: messages };
    const isQuick = curve !== 'CURVE_P256' && requests.length <= mostInPlace;
    return new Signatures(await (isQuick ? signMessages.work(input) : runTask(context, signMessages, input)));
  });

const useKey = <Result>(context: PrepareContext, key: SigningKey, work: (secret: Uint8Array) => Promise<Result>) =>
  'secret' in key
    ? useSecret(
        context,
        { organization: context.organization, table: 'private_keys', column: 'secret', id: key.id },
        key.secret,
        work,
      )
    : useAccountKey(context, key, work);
