import { timingSafeEqual } from 'node:crypto';
import type { Share } from '../../core/model/share.ts';
import type { RunsTasks } from '../../core/ports/define-task.ts';
import type { MadeSignature, Signing, SignsMessages } from '../../core/ports/signs-messages.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import { batched } from '../../storage/store/batched.ts';
import { signMessages } from '../tasks/sign-messages.ts';
import { inPieces, piecesOf } from './in-pieces.ts';

type SignsInBatches = (signing: Signing) => Promise<readonly MadeSignature[]>;

const maxOrganizations = 1_000;

/** Signs in threads, or here if that is quicker. */
export class MessageSigner implements SignsMessages {
  readonly #threads: RunsTasks;
  /** What is being signed for each organization. */
  readonly #batches = new BoundedMap<SignsInBatches>(maxOrganizations);

  constructor(threads: RunsTasks) {
    this.#threads = threads;
  }

  sign(organizationId: string, signing: Signing, share: Share): Promise<readonly MadeSignature[]> {
    const signAll = (signings: readonly Signing[]) =>
      isQuick(signings) ? signMessages.work({ signings }) : this.#threads.run(signMessages, { signings }, { share });
    const run =
      this.#batches.get(organizationId) ?? batched((waiting: readonly Signing[]) => signByKey(waiting, signAll), 1);
    this.#batches.set(organizationId, run);
    return run(signing);
  }
}

/** How many signatures are made at a time: in a few milliseconds. */
const maxInPiece = 64;

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
  const made = await (count > maxInPiece ? signPieces(keys, signAll) : signAll(keys));
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
  const made = await inPieces(piecesOf(all, maxInPiece), async (piece) => {
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
