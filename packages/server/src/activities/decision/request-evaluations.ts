import { Allowance } from '@mintmark/policy';
import { ApiError } from '../../core/model/api-error.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import type { InTurns } from '../../core/ports/takes-turns.ts';
import type { CaseDigest } from '../../policies/evaluation/case-digest.ts';
import { CheckedTimes } from '../../policies/evaluation/checked-times.ts';
import type { PolicySets, UncompiledPolicies } from '../../policies/sets/uncompiled-policies.ts';
import {
  evaluateQuestion,
  type PolicyAnswer,
  type PolicyQuestion,
  questionDigest,
  stepsForQuestion,
} from './policy-question.ts';

/** The policies that were compiled for any of these requests. */
export const compiledFor = (requests: readonly { readonly evaluations: RequestEvaluations }[]) =>
  new Map(requests.flatMap(({ evaluations }) => [...evaluations.compiled]));

/** How many steps an evaluation may take while its organization is locked: a few milliseconds, as others wait meanwhile. */
const maxStepsUnderLock = 5_000;

/** How many steps the evaluations of a group of several organizations may take together. */
const maxStepsOfGroup = 4 * maxStepsUnderLock;

/** The steps that are left for the evaluations of a group. */
export class GroupSteps {
  left = maxStepsOfGroup;
}

/** Says that an evaluation takes too long for a lock: the request has to be looked at first, or again. */
export class LongEvaluation extends Error {}

/** Says that no steps are left for an evaluation because of others in the group: the request has to wait for the next group. */
export class GroupIsLong extends Error {}

interface AskOptions {
  readonly isLocked: boolean;
  readonly groupSteps?: GroupSteps | undefined;
}

/** An answer that took many steps, and everything that it depends on. */
interface KeptAnswer {
  readonly dependsOn: {
    /** The policies, what they see of the activity, and the voters. */
    readonly digest: CaseDigest;
    /** What the policies said about the time. */
    readonly times: CheckedTimes;
  };
  readonly answer: PolicyAnswer;
}

/**
 * What policies were asked about one request. An answer that took many steps is kept, and is the answer again if everything that
 * decided it is the same: the policies, what they see of the activity, the voters, and what the policies say about the time. So a
 * request that is looked at first is not evaluated under the lock.
 *
 * The steps are those of the request. If an answer is outdated by the time it is needed, the next one gets what is left.
 */
export class RequestEvaluations {
  readonly #inTurns: InTurns | undefined;
  readonly #inLargeTurns: InTurns | undefined;
  readonly #compiled = new Map<string, PolicySet>();
  #spent = 0;
  #isLong = false;
  #kept: KeptAnswer | undefined;

  /**
   * @param inTurns How it takes turns with other requests while nothing is locked.
   * @param inLargeTurns The same for compiling.
   */
  constructor(inTurns?: InTurns, inLargeTurns = inTurns) {
    this.#inTurns = inTurns;
    this.#inLargeTurns = inLargeTurns;
  }

  /** The policies that were compiled for the request, by their digest. They may be forgotten elsewhere. */
  get compiled(): ReadonlyMap<string, PolicySet> {
    return this.#compiled;
  }

  /** Compiles policies that a look has read. */
  async compile(policies: UncompiledPolicies, sets: PolicySets): Promise<void> {
    const set = await policies.compile(sets, this.#inLargeTurns);
    if (set.digest !== undefined) this.#compiled.set(set.digest, set);
  }

  async ask(question: PolicyQuestion, { isLocked, groupSteps }: AskOptions): Promise<PolicyAnswer> {
    const kept = await this.#keptAnswer(question);
    if (kept) return kept;
    return isLocked ? this.#answerUnderLock(question, groupSteps) : this.#answer(question);
  }

  async #keptAnswer(question: PolicyQuestion): Promise<PolicyAnswer | undefined> {
    if (!this.#kept) return undefined;
    const { dependsOn, answer } = this.#kept;
    const { digest, times } = dependsOn;
    const isSame = (await questionDigest(question)) === digest && (await times.areSameAt(question.now));
    const lacksVote = answer.verdict && answer.countsCaller === undefined && question.wantsVote(answer.verdict.outcome);
    if (isSame && !lacksVote) return answer;
    this.#kept = undefined;
    return undefined;
  }

  async #answerUnderLock(question: PolicyQuestion, group: GroupSteps | undefined): Promise<PolicyAnswer> {
    if (this.#isLong) throw new LongEvaluation();
    const steps = Math.min(maxStepsUnderLock, group?.left ?? maxStepsUnderLock);
    const allowance = new Allowance(steps);
    const answer = await evaluateQuestion(question, allowance);
    if (group) group.left = Math.max(0, group.left - (steps - allowance.left));
    if (!allowance.isExhausted) return answer;
    if (steps < maxStepsUnderLock) throw new GroupIsLong();
    this.#isLong = true;
    throw new LongEvaluation();
  }

  async #answer(question: PolicyQuestion): Promise<PolicyAnswer> {
    const steps = Math.max(stepsForQuestion(question) - this.#spent, 0);
    const isRepeated = this.#spent > 0;
    const allowance = new Allowance(steps);
    const times = new CheckedTimes();
    const answer = await evaluateQuestion(question, allowance, { times, inTurns: this.#inTurns });
    const spent = steps - allowance.left;
    this.#isLong = spent > maxStepsUnderLock;
    // It is evaluated again where it is needed.
    if (!this.#isLong) return answer;
    this.#spent += spent;
    // The caller did nothing wrong: with all steps the answer may be another one.
    if (isRepeated && allowance.isExhausted) throw new ApiError('CONCURRENT_CHANGE');
    const digest = await questionDigest(question);
    if (digest !== undefined) this.#kept = { dependsOn: { digest, times }, answer };
    return answer;
  }
}
