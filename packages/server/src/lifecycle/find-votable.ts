import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../contract/api-error.ts';
import type { QueryContext } from '../contract/implement.ts';
import { shareOf } from '../limits/share.ts';
import { requireOrganization } from '../organizations/organization-row.ts';
import { stepsFor } from '../policies/evaluation-steps.ts';
import { Allowance } from '../policies/language/budget.ts';
import { readFirst } from '../store/read-first.ts';
import { readUsers } from '../users/user-record.ts';
import type { ActivityRow, VoteRow } from './activity-row.ts';
import type { AskAbout } from './judge.ts';
import { judgeExisting } from './judge-existing.ts';
import { evaluateQuestion, type PolicyQuestion, viewsOf } from './policy-question.ts';
import { callingApprover } from './voter.ts';

interface Listed {
  readonly row: ActivityRow;
  readonly votes: readonly VoteRow[];
}

/** The ids of the activities that wait for votes and whose decision the caller's vote can change. */
export async function findVotable(context: QueryContext, listed: readonly Listed[]): Promise<ReadonlySet<string>> {
  const { sql, services, organization, caller, findHandler } = context;
  const waiting = listed.filter(({ row }) => row.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED');
  if (waiting.length === 0 || caller.organization.id !== organization.id) return new Set();
  const isLimited = caller.sessionProfileId !== undefined;
  if (caller.isRoot && !isLimited) return new Set(waiting.map(({ row }) => row.id));
  const home = await requireOrganization({ sql, services, organization });
  if (home.policiesDigest === null && !caller.isRoot) return new Set();
  const voterIds = waiting.flatMap(({ votes }) => votes.map(({ userId }) => userId));
  const users = new Map(
    (await readUsers({ sql, services, organization }, [caller.userId, ...voterIds])).map((user) => [user.id, user]),
  );
  const now = services.clock();
  const user = users.get(caller.userId);
  const approver = user && callingApprover(user, caller, now);
  if (!approver) return new Set();
  const steps = new PageSteps();
  const inTurns = services.loop.turnsOf(shareOf(organization, caller));
  const judgements = [];
  for (const { row, votes } of waiting) {
    // A page has up to a hundred, and each takes signatures.
    await nextTurn();
    const givenBack = Promise.withResolvers<void>();
    const judging = readFirst(givenBack.promise, (letGo) => {
      const ask: AskAbout = async (question) => {
        await letGo();
        return evaluateQuestion(question, steps.for(question), { inTurns });
      };
      const circumstances = { context, findHandler, now, approver, home, users, since: row.approvalsSince };
      return judgeExisting(row, votes, { ...circumstances, proxyUserId: undefined, ask });
    });
    await judging.reads.catch(() => {});
    judgements.push({ id: row.id, judging, goOn: givenBack.resolve });
  }
  await context.letGo?.();
  const votable = new Set<string>();
  for (const { id, judging, goOn } of judgements) {
    goOn();
    try {
      const { decision, mayVote } = await judging.result;
      if (mayVote && decision !== 'denied') votable.add(id);
    } catch (error) {
      // An earlier version accepted a body that this one refuses. It is shown, but no vote can carry it out.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return votable;
}

/** The steps of a request that asks about several activities, one after the other. */
class PageSteps {
  readonly #allowance = new Allowance(stepsFor(0));
  #views = 0;

  for(question: PolicyQuestion): Allowance {
    const before = stepsFor(this.#views);
    this.#views += viewsOf(question);
    this.#allowance.add(stepsFor(this.#views) - before);
    return this.#allowance;
  }
}
