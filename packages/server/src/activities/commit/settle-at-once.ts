import { Memo } from '../../core/model/memo.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { decide, type Verdict } from '../decision/decide.ts';
import { bytesOfRequest, requireRoom } from '../decision/require-room.ts';
import { keyOf } from '../decision/state.ts';
import { conclude, executeIn, type Member, meansOf, type Settlement } from './settle.ts';
import { type Executed, storedIn, type Transaction } from './transaction.ts';

/**
 * Types of activities that do not run at once with others: their handlers need an answer before they send their last statement,
 * or they change what decides about others. This is found out when they run.
 */
const runAlone = new Map<string, number>();
/** How long that is remembered: the same type may run at once with other parameters. */
const rememberedMs = 60_000;

const noteAlone = (type: string) => runAlone.set(type, performance.now() + rememberedMs);
const runsAlone = (type: string) => performance.now() < (runAlone.get(type) ?? 0);

/** Says that an effect took too long while it ran at once with others. */
class SlowEffect extends Error {}

/** A new activity that may run. */
interface Candidate {
  readonly member: Member;
  readonly type: string;
  readonly verdict: Verdict & { readonly next: 'run' };
  readonly now: Date;
}

/**
 * Settles the first members of a group with one round trip to the database, instead of one for each: new activities that may run,
 * and whose handlers send all their statements without waiting for an answer. The statements of each are in a row, so the
 * effect is the same as one after the other. Resolves to nothing, and has no effect, if any of them fails: then they have to be
 * settled one by one.
 */
export async function settleAtOnce(transaction: Transaction, members: readonly Member[]): Promise<Settlement[]> {
  if (members.length < 2) return [];
  const candidates = await takeCandidates(transaction, members);
  if (candidates.length < 2) return [];
  const executed = await executeAtOnce(transaction, candidates);
  return executed.map((one, index) => {
    const { member, verdict, now } = candidates[index] as Candidate;
    return one ? conclude(transaction, member, verdict, one, now) : { next: 'prepare' };
  });
}

async function executeAtOnce(transaction: Transaction, candidates: readonly Candidate[]) {
  const { sql, effectMs } = transaction;
  const reads = { current: new Memo() };
  try {
    return await sql.savepoint(
      async (part) => {
        const results = await part.atOnce(
          candidates.map(({ member, type, verdict, now }) => async (own) => {
            const result = await executeIn(transaction, own, { member, verdict, now }, reads).catch(
              (error: unknown) => {
                if (error instanceof StoreError && error.code === 'NOT_AT_ONCE') noteAlone(type);
                throw error;
              },
            );
            if (result?.writer.isDecisive) noteAlone(type);
            return result;
          }),
        );
        // The activities after it were decided without it.
        if (results.slice(0, -1).some((result) => result?.writer.isDecisive)) throw new StoreError('NOT_AT_ONCE');
        requireRoomForAll(transaction, candidates, results);
        return results;
      },
      { timeoutMs: effectMs },
    );
  } catch (error) {
    if (error instanceof StoreError && error.code === 'TIMEOUT') throw new SlowEffect();
    // Whichever of them failed fails again when it is settled alone.
    return [];
  }
}

/** More than the vote and the audit entry of an activity usually have. */
const mostRecordBytes = 8 * 1024;

/** Near the limit, the activities are settled one by one, each with what the one before has stored. */
function requireRoomForAll(
  transaction: Transaction,
  candidates: readonly Candidate[],
  results: readonly (Executed | undefined)[],
): void {
  const { organization, bytes: before = 0 } = storedIn(transaction);
  let bytes = before;
  for (const [index, { member, verdict }] of candidates.entries()) {
    requireRoom(transaction.services, { organization, bytes }, member.request, verdict, results[index]);
    bytes += bytesOfRequest(member.request, verdict, results[index]) + mostRecordBytes;
  }
}

async function takeCandidates(transaction: Transaction, members: readonly Member[]): Promise<Candidate[]> {
  const now = transaction.services.clock();
  const means = meansOf(transaction, now);
  // Decided together: what policies need is read with one round trip. Whatever one throws, it throws again when settled alone.
  const decided = await Promise.all(
    newSubmissions(transaction, members).map(async ({ member, request }) => {
      const verdict = await decide(request, transaction.state, means).catch(() => undefined);
      return { member, type: request.type, verdict, now };
    }),
  );
  const firstOther = decided.findIndex(({ verdict }) => verdict?.next !== 'run');
  return decided.slice(0, firstOther === -1 ? undefined : firstOther) as Candidate[];
}

/** The first members of a group that are new submissions, different from each other, and of types that run at once. */
function newSubmissions({ state }: Transaction, members: readonly Member[]) {
  const taken = [];
  const seen = new Set<string>();
  for (const member of members) {
    const { request } = member;
    if (!('execution' in request) || runsAlone(request.type)) break;
    const key = keyOf(request.fingerprint);
    if (seen.has(key) || state.known.find(request.fingerprint)) break;
    seen.add(key);
    taken.push({ member, request });
  }
  return taken;
}
