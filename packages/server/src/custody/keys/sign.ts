import type { Signature, SigningRequest } from '@mintmark/chains';
import type { PrepareContext } from '../../core/handlers/implement.ts';
import { shareOf } from '../../core/model/share.ts';
import type { Signing } from '../../core/ports/signs-messages.ts';
import { inSpan } from '../../core/spans/span.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { bytesOf } from '../tasks/bytes-of.ts';
import { type AccountKey, useAccountKey } from './account-keys.ts';
import type { privateKeysTable } from './private-keys-table.ts';
import { useSecret } from './sealed-secret.ts';

type PrivateKeyRow = RowOf<typeof privateKeysTable>;

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
export const sign = (context: PrepareContext, key: SigningKey, requests: readonly SigningRequest[]) =>
  inSpan('sign', (span) => {
    span?.set({ curve: key.curve, signatures: requests.length });
    return useKey(context, key, async (secret) => {
      const messages = requests.map(({ scheme, message }) => ({ scheme, message: bytesOf(message) }));
      const signing: Signing = { curve: key.curve, secret: bytesOf(secret), requests: messages };
      const { organization, caller, services } = context;
      const share = shareOf(organization, { credentialId: caller.credentialId });
      return new Signatures(await services.signing.sign(organization.id, signing, share));
    });
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
