import { setImmediate as nextTurn } from 'node:timers/promises';
import { Allowance, type Voter } from '@mintmark/policy';
import type { QueryContext } from '../../core/handlers/implement.ts';
import { Reads } from '../../core/handlers/reads.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { shareOf } from '../../core/model/share.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import { readStoredActivity } from '../../core/requests/read-activity.ts';
import { requireOrganization } from '../../identity/organizations/organization-row.ts';
import { readUsers } from '../../identity/users/user-record.ts';
import type { EvaluationOptions } from '../../policies/evaluation/evaluation-options.ts';
import { readPolicySet } from '../../policies/sets/policy-set.ts';
import { readFirst } from '../../storage/store/read-first.ts';
import type { ActivityRow, VoteRow } from '../record/activity-row.ts';
import { callingApprover } from '../record/voter.ts';
import { type AskAbout, voterOf } from './judge.ts';
import { isOwnUser, judgeExisting } from './judge-existing.ts';
import { canCount, evaluateQuestion, type PolicyQuestion, stepsForQuestion } from './policy-question.ts';

interface Listed {
  readonly row: ActivityRow;
  readonly votes: readonly VoteRow[];
}

interface Votable {
  /** The ids of the activities that wait for votes and whose decision the caller's vote can change. */
  readonly ids: ReadonlySet<string>;
  /** How many of the activities were looked at, from the first. */
  readonly count: number;
}

/**
 * Finds the activities that the caller can vote on. Each of them takes an evaluation of all policies, so it stops where that becomes
 * too much: the caller of a list gets a shorter page, and asks for the next one.
 */
export async function findVotable(context: QueryContext, listed: readonly Listed[]): Promise<Votable> {
  const { sql, services, organization, caller, findHandler } = context;
  const waiting = listed.filter(({ row }) => row.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const all = (ids: Iterable<string>): Votable => ({ ids: new Set(ids), count: listed.length });
  if (waiting.length === 0 || caller.organization.id !== organization.id) return all([]);
  const isLimited = caller.sessionProfileId !== undefined;
  if (caller.isRoot && !isLimited) return all(waiting.map(({ row }) => row.id));
  const home = await requireOrganization({ sql, services, organization });
  if (home.policiesDigest === null && !caller.isRoot) return all([]);
  const voterIds = waiting.flatMap(({ votes }) => votes.map(({ userId }) => userId));
  const users = new Map(
    (await readUsers({ sql, services, organization }, [caller.userId, ...voterIds])).map((user) => [user.id, user]),
  );
  const now = services.clock();
  const user = users.get(caller.userId);
  const approver = user && callingApprover(user, caller, now);
  if (!approver) return all([]);
  const inTurns = services.loop.turnsOf(shareOf(organization, caller));
  const set = await readPolicySet(context, home);
  const mayBeCounted = user.isRoot || canBeCounted(set, voterOf(user, now));
  const evaluations = new PageEvaluations({ inTurns });
  // Several may name the same key.
  const reads = new Reads();
  const judgements = [];
  for (const one of waiting) {
    const { row, votes } = one;
    // A page has up to a hundred, and each takes signatures.
    await nextTurn();
    const givenBack = Promise.withResolvers<void>();
    const judging = readFirst(givenBack.promise, async (letGo) => {
      if (!mayBeCounted && !isOwnUser(readStoredActivity(row, findHandler), user.id)) return undefined;
      const ask: AskAbout = async (question) => {
        await letGo();
        return evaluations.ask(question);
      };
      const circumstances = { findHandler, now, approver, home, users, since: row.approvalsSince };
      return judgeExisting(row, votes, {
        ...circumstances,
        context: { ...context, reads },
        proxyUserId: undefined,
        ask,
      });
    });
    await judging.reads.catch(() => {});
    judgements.push({ one, judging, goOn: givenBack.resolve });
  }
  await context.letGo?.();
  const votable: string[] = [];
  for (const { one, judging, goOn } of judgements) {
    if (evaluations.areEnough) return { ids: new Set(votable), count: listed.indexOf(one) };
    goOn();
    try {
      const judgement = await judging.result;
      if (judgement?.mayVote && judgement.decision !== 'denied') votable.push(one.row.id);
    } catch (error) {
      // An earlier version accepted a body that this one refuses. It is shown, but no vote can carry it out.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return all(votable);
}

/** How many steps it may take to find out that no policy counts a user: a few milliseconds, since a connection is held. */
const quickSteps = 5_000;

/** Whether any policy can count an approval by a user, for any activity. If that takes long to find out, one may. */
function canBeCounted({ policies }: PolicySet, voter: Voter): boolean {
  const allowance = new Allowance(quickSteps);
  const counts = policies.some((policy) => canCount({ policy, isOpen: true }, voter, allowance));
  return counts || allowance.isExhausted;
}

/** How many steps policies may take for one page of activities. Each activity may take as many as its request. */
const maxSteps = 1_000_000;

/** What policies are asked about the activities of a page, one after the other. */
class PageEvaluations {
  readonly #options: EvaluationOptions;
  #spent = 0;

  constructor(options: EvaluationOptions) {
    this.#options = options;
  }

  get areEnough(): boolean {
    return this.#spent >= maxSteps;
  }

  async ask(question: PolicyQuestion) {
    const steps = stepsForQuestion(question);
    const allowance = new Allowance(steps);
    const answer = await evaluateQuestion(question, allowance, this.#options);
    this.#spent += steps - allowance.left;
    return answer;
  }
}
