import { timingSafeEqual } from 'node:crypto';
import type { Signature, SigningRequest } from '@mintmark/chains';
import type { PrepareContext } from '../../core/handlers/implement.ts';
import { shareOf } from '../../core/model/share.ts';
import type { RunsTasks } from '../../core/ports/define-task.ts';
import { inSpan } from '../../core/spans/span.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import { batched } from '../../storage/store/batched.ts';
import { bytesOf } from '../tasks/bytes-of.ts';
import { type MadeSignature, type Signing, signMessages } from '../tasks/sign-messages.ts';
import { type AccountKey, useAccountKey } from './account-keys.ts';
import { inPieces, piecesOf } from './in-pieces.ts';
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
      return new Signatures(await signInBatch(context, signing));
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

type SignsInBatches = (signing: Signing) => Promise<readonly MadeSignature[]>;

/** What signs for each organization. Each service has its own threads, and so its own signers. */
const signers = new WeakMap<RunsTasks, BoundedMap<SignsInBatches>>();
const mostOrganizations = 1_000;

/** What one organization has to sign at the same moment, or while a thread is signing for it, is signed together. */
function signInBatch(context: PrepareContext, signing: Signing): Promise<readonly MadeSignature[]> {
  const { organization, caller, services } = context;
  const { threads } = services;
  const all = signers.get(threads) ?? new BoundedMap<SignsInBatches>(mostOrganizations);
  signers.set(threads, all);
  const options = { share: shareOf(organization, { credentialId: caller.credentialId }) };
  const signAll = (signings: readonly Signing[]) =>
    isQuick(signings) ? signMessages.work({ signings }) : threads.run(signMessages, { signings }, options);
  const run = all.get(organization.id) ?? batched((waiting: readonly Signing[]) => signByKey(waiting, signAll), 1);
  all.set(organization.id, run);
  return run(signing);
}

/** How many signatures are made at a time: in a few milliseconds. */
const mostInPiece = 64;

/** Signs what has the same key together, so that its secret is copied and read once. */
async function signByKey(
  waiting: readonly Signing[],
  signAll: (signings: readonly Signing[]) => Promise<readonly (readonly MadeSignature[])[]>,
): Promise<(readonly MadeSignature[])[]> {
  const keys: (Signing & { readonly requests: Signing['requests'][number][] })[] = [];
  const places = waiting.map(({ curve, secret, requests }) => {
    let key = keys.find((other) => other.curve === curve && timingSafeEqual(other.secret, secret));
    if (!key) {
      key = { curve, secret, requests: [] };
      keys.push(key);
    }
    return { key, start: key.requests.length, end: key.requests.push(...requests) };
  });
  const count = keys.reduce((count, { requests }) => count + requests.length, 0);
  const made = await (count > mostInPiece ? signPieces(keys, signAll) : signAll(keys));
  return places.map(({ key, start, end }) => {
    const ofKey = made[keys.indexOf(key)] as readonly MadeSignature[];
    return ofKey.slice(start, end);
  });
}

/** Signs a piece at a time: others get turns in between. */
async function signPieces(
  keys: readonly Signing[],
  signAll: (signings: readonly Signing[]) => Promise<readonly (readonly MadeSignature[])[]>,
): Promise<(readonly MadeSignature[])[]> {
  const all = keys.flatMap((key) => key.requests.map((request) => ({ key, request })));
  const made = await inPieces(piecesOf(all, mostInPiece), async (piece) => {
    const ofKeys = Map.groupBy(piece, ({ key }) => key);
    const signings = Array.from(ofKeys, ([key, those]) => ({ ...key, requests: those.map(({ request }) => request) }));
    return (await signAll(signings)).flat();
  });
  let end = 0;
  return keys.map(({ requests }) => {
    const start = end;
    end += requests.length;
    return made.slice(start, end);
  });
}

/**
 * One or two signatures on secp256k1 take less time than to hand them to a thread and back. Copies of P-256 and ed25519 secrets
 * stay in memory until the next garbage collection, which threads run when they are idle.
 */
const isQuick = (signings: readonly Signing[]) =>
  signings.every(({ curve }) => curve === 'CURVE_SECP256K1') &&
  signings.flatMap(({ requests }) => requests).length <= 2;
