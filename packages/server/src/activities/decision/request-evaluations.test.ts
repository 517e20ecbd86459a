import { conditionScope } from '@mintmark/policy/namespaces';
import { expect, test } from 'vitest';
import { deniesOnly } from '../../core/handlers/policy-view.ts';
import type { PolicySubject } from '../../core/requests/read-activity.ts';
import { tryToCompile } from '../../policies/sets/compile-expression.ts';
import { compilePolicySet, policySetOf } from '../../policies/sets/policy-set.ts';
import type { PolicyQuestion } from './policy-question.ts';
import { GroupIsLong, GroupSteps, LongEvaluation, RequestEvaluations } from './request-evaluations.ts';

const id = '11111111-1111-4111-8111-111111111111';
const start = new Date('2026-11-18T12:00:00Z');
const later = (ms: number) => new Date(start.getTime() + ms);

/** Policies that were read from rows with this digest. */
function setOf(digest: string, condition: string, time = '') {
  const consensus = "approvers.any(user, user.alias != 'Eve')";
  const row = { id, name: 'Long', effect: 'EFFECT_ALLOW', condition, consensus, time } as const;
  return policySetOf(compilePolicySet([row]).policies, digest);
}

const numbers = (count: number) => `[${Array.from({ length: count }, (_, index) => index).join()}]`;
/** True if the label is another one, after steps that are about six times the square of the count. */
const conditionOf = (count: number) =>
  `${numbers(count)}.all(x, ${numbers(count)}.any(y, x == y)) && wallet.label != 'Closed'`;
const long = conditionOf(60);

const subject: PolicySubject = {
  type: 'ACTIVITY_TYPE_UPDATE_WALLET',
  kind: 'UPDATE_WALLET',
  resource: 'WALLET',
  action: 'UPDATE',
  isRootQuorumOnly: false,
  parameters: () => ({ wallet_id: id }),
  views: async () => [],
};

/** A question with new objects each time, as it is read from the database. */
function question(more: Partial<PolicyQuestion> = {}): PolicyQuestion {
  const user = { id, tags: [id], email: undefined, alias: 'Ada' };
  const key = { id, user_id: id, type: 'CREDENTIAL_TYPE_API_KEY_P256', public_key: '02' };
  return {
    subject: { ...subject },
    scope: undefined,
    set: setOf('one', long),
    views: [{ wallet: { id, imported: false, exported: false, label: 'Open' } }],
    approvers: [user],
    credentials: [key],
    voter: { approver: { ...user }, credentials: [{ ...key }] },
    wantsVote: () => false,
    now: start,
    ...more,
  };
}

const locked = { isLocked: true };
const free = { isLocked: false };

test('default: a long evaluation is refused under the lock, and its answer is used there once it was evaluated without', async () => {
  const evaluations = new RequestEvaluations();
  await expect(evaluations.ask(question(), locked)).rejects.toThrow(LongEvaluation);
  const answer = await evaluations.ask(question(), free);
  expect(answer.verdict?.outcome).toBe('OUTCOME_ALLOW');
  expect(await evaluations.ask(question({ now: later(1_000) }), locked)).toBe(answer);
});

test('behavior: the evaluations of a group have a number of steps in common, and the next group has new ones', async () => {
  // Each stays below what one evaluation may take.
  const short = question({ set: setOf('short', conditionOf(25)) });
  const groupSteps = new GroupSteps();
  const ask = (steps: GroupSteps) => new RequestEvaluations().ask(short, { isLocked: true, groupSteps: steps });
  let answered = 0;
  const refused = (async () => {
    for (; answered < 100; answered++) await ask(groupSteps);
  })();
  await expect(refused).rejects.toThrow(GroupIsLong);
  expect(answered).toBeGreaterThan(1);
  const { verdict } = await ask(new GroupSteps());
  expect(verdict?.outcome).toBe('OUTCOME_ALLOW');
});

test('behavior: a short one is evaluated wherever it is needed', async () => {
  const evaluations = new RequestEvaluations();
  const short = (label: string) => question({ set: setOf('one', conditionOf(3)), views: [{ wallet: { label } }] });
  expect(await evaluations.ask(short('Open'), free)).toMatchObject({ verdict: { outcome: 'OUTCOME_ALLOW' } });
  expect(await evaluations.ask(short('Closed'), locked)).toMatchObject({
    verdict: { outcome: 'OUTCOME_DENY_IMPLICIT' },
  });
});

const user = { id, tags: [id], email: undefined, alias: 'Ada' };
const wallet = { id, imported: false, exported: false, label: 'Open' };
const key = { id, user_id: id, type: 'CREDENTIAL_TYPE_API_KEY_P256', public_key: '02' };
const changes: [what: string, change: Partial<PolicyQuestion>][] = [
  ['the policies', { set: setOf('two', long) }],
  ['a field of a view', { views: [{ wallet: { ...wallet, exported: true } }] }],
  ['a field that is missing now', { views: [{ wallet: { ...wallet, label: undefined } }] }],
  ['a further namespace', { views: [{ wallet, wallet_account: { address: 'a' } }] }],
  ['a further view', { views: [{ wallet }, { wallet }] }],
  ['who sees a view', { views: [{ wallet, [deniesOnly]: true }] }],
  ['the tags of an approver', { approvers: [{ ...user, tags: [] }] }],
  ['a further approver', { approvers: [user, { ...user, id: 'another' }] }],
  ['the credential of an approver', { credentials: [{ ...key, public_key: '03' }] }],
  ['what the caller could vote with', { voter: { approver: user, credentials: [] } }],
  ['a parameter', { subject: { ...subject, parameters: () => ({ wallet_id: 'another' }) } }],
  ['the scope of the session', { scope: { scope: tryToCompile('true', conditionScope), views: [{}] } }],
  ['that a vote matters', { wantsVote: () => true }],
];

test.for(changes)('behavior: an answer is not used again after a change of %s', async ([, change]) => {
  const evaluations = new RequestEvaluations();
  await evaluations.ask(question(), free);
  await expect(evaluations.ask(question(change), locked)).rejects.toThrow(LongEvaluation);
});

test('behavior: what a map holds is compared, and what is computed when it is read', async () => {
  const called = (to: string) => ({
    'eth.tx': {
      get contract_call_args() {
        return new Map([['to', to]]);
      },
    },
    wallet,
  });
  const evaluations = new RequestEvaluations();
  const answer = await evaluations.ask(question({ views: [called('a')] }), free);
  expect(await evaluations.ask(question({ views: [called('a')] }), locked)).toBe(answer);
  await expect(evaluations.ask(question({ views: [called('b')] }), locked)).rejects.toThrow(LongEvaluation);
});

test('behavior: an answer is used again while the times of the policies say the same', async () => {
  const until = "time.now < Timestamp('2026-11-18T12:00:05Z')";
  const timed = (now: Date) => question({ set: setOf('one', long, until), now });
  const evaluations = new RequestEvaluations();
  const answer = await evaluations.ask(timed(start), free);
  expect(await evaluations.ask(timed(later(4_999)), locked)).toBe(answer);
  await expect(evaluations.ask(timed(later(5_000)), locked)).rejects.toThrow(LongEvaluation);
  expect(await evaluations.ask(timed(later(5_000)), free)).toMatchObject({
    verdict: { outcome: 'OUTCOME_DENY_IMPLICIT', policies: [{ outcome: 'OUTCOME_TIME_INACTIVE' }] },
  });
});

test('error: what changes while it is evaluated again and again takes the steps of one request', async () => {
  const costly = (digest: string) => question({ set: setOf(digest, conditionOf(70)) });
  const evaluations = new RequestEvaluations();
  const answers = ['one', 'two', 'three', 'four'].map((digest) => () => evaluations.ask(costly(digest), free));
  const refusal = (async () => {
    for (const answer of answers) expect(await answer()).toMatchObject({ verdict: { outcome: 'OUTCOME_ALLOW' } });
  })();
  await expect(refusal).rejects.toMatchObject({ code: 'CONCURRENT_CHANGE' });
  // Alone it is allowed.
  expect(await new RequestEvaluations().ask(costly('four'), free)).toMatchObject({
    verdict: { outcome: 'OUTCOME_ALLOW' },
  });
});
