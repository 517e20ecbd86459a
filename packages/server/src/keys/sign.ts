import type { AuthorityRows } from '../authority/authority-tables.ts';
import { BoundedMap } from '../cache/bounded-map.ts';
import type { Signature, SigningRequest } from '../chains/unsigned-transaction.ts';
import type { RunsTasks } from '../contract/define-task.ts';
import type { PrepareContext } from '../contract/implement.ts';
import { batched } from '../store/batched.ts';
import { inSpan } from '../traces/span.ts';
import { type AccountKey, useAccountKey } from './account-keys.ts';
import { bytesOf } from './run-task.ts';
import { useSecret } from './sealed-secret.ts';
import { type MadeSignature, type Signing, signMessages } from './tasks/sign-messages.ts';

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
export const sign = (context: PrepareContext, key: SigningKey, requests: readonly SigningRequest[]) =>
  inSpan('sign', (span) => {
    span?.set({ curve: key.curve, signatures: requests.length });
    return useKey(context, key, async (secret) => {
      const messages = requests.map(({ scheme, message }) => ({ scheme, message: bytesOf(message) }));
      const signing: Signing = { curve: key.curve, secret: bytesOf(secret), requests: messages };
      return new Signatures(await (isQuick(signing) ? signInPlace(signing) : signOnThread(context, signing)));
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

/**
 * One or two signatures on secp256k1 take less time than to hand them to a thread and back. P-256 takes longer, and a copy of an
 * ed25519 secret stays in OpenSSL until the next garbage collection, which threads run when they are idle.
 */
const isQuick = ({ curve, requests }: Signing) => curve === 'CURVE_SECP256K1' && requests.length <= 2;

async function signInPlace(signing: Signing): Promise<readonly MadeSignature[]> {
  const [signatures = []] = await signMessages.work({ signings: [signing] });
  return signatures;
}

type SignsOnThread = (signing: Signing) => Promise<readonly MadeSignature[]>;

/** What signs for an organization, by the threads that do it. */
const onThreads = new WeakMap<RunsTasks, BoundedMap<SignsOnThread>>();
const mostOrganizations = 1_000;

/** What one organization has to sign while a thread is signing for it goes to the thread together. */
function signOnThread(context: PrepareContext, signing: Signing): Promise<readonly MadeSignature[]> {
  const { organization, caller, services } = context;
  const { threads } = services;
  const all = onThreads.get(threads) ?? new BoundedMap<SignsOnThread>(mostOrganizations);
  onThreads.set(threads, all);
  const options = { organizationId: organization.id, credentialId: caller.credentialId };
  const run = all.get(organization.id) ?? batched((signings) => threads.run(signMessages, { signings }, options), 1);
  all.set(organization.id, run);
  return run(signing);
}
