import { expect, test } from 'vitest';
import { dryRunLines, outcomeOf } from './dry-run-lines.ts';

const answer = {
  outcome: 'OUTCOME_REQUIRES_CONSENSUS',
  policies: [
    {
      policyId: '1',
      policyName: 'Pay\u{1b}[2J',
      outcome: 'OUTCOME_REQUIRES_CONSENSUS',
      expression: 'approvers.count() >= 2',
      values: [{ name: 'approvers.count()', value: '1' }],
    },
  ],
  missingApprovals: [
    { policyId: '1', consensus: 'approvers.count() >= 2', userIds: ['a', 'b'] },
    { consensus: '', threshold: 2, userIds: [] },
  ],
};

test('default', () => {
  expect(dryRunLines('sign_transaction', answer)).toEqual([
    'sign_transaction would wait for approvals (OUTCOME_REQUIRES_CONSENSUS); nothing was executed or',
    'stored',
    '├─ policy "Pay\\u001b[2J" 1: OUTCOME_REQUIRES_CONSENSUS',
    '│  ├─ approvers.count() >= 2',
    '│  └─ approvers.count() = 1',
    '└─ missing approvals: one of these is enough',
    '   ├─ policy 1: approvers.count() >= 2; these users can approve: a, b',
    '   └─ 2 more of the root users',
  ]);
});

test.each([
  ['OUTCOME_ALLOW', 0],
  ['OUTCOME_REQUIRES_CONSENSUS', 3],
  ['OUTCOME_DENY_EXPLICIT', 1],
  ['OUTCOME_DENY_IMPLICIT', 1],
  ['OUTCOME_ERROR', 1],
  ['another', 1],
])('behavior: the exit code for %s is %d', (outcome, code) => {
  expect(outcomeOf({ outcome }).code).toBe(code);
});
