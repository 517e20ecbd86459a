import { expect, test } from 'vitest';
import { draftOf, emptyDraft, isChanged, proposalOf, updateOf } from './policy-draft.ts';

const at = { seconds: '1', nanos: '0' };
const stored = {
  ...{ policyId: 'p', policyName: 'Payments', effect: 'EFFECT_ALLOW' as const, createdAt: at, updatedAt: at },
  ...{ notes: '', consensus: '', condition: 'true' },
};

test('default: an update holds only what differs', () => {
  const draft = { ...draftOf(stored), condition: 'false', time: 'x' };
  expect(updateOf(draft, stored)).toEqual({ policyId: 'p', policyCondition: 'false', time: 'x' });
});

test('behavior: an expression that is made empty is sent', () => {
  expect(updateOf({ ...draftOf(stored), condition: '' }, stored)).toEqual({ policyId: 'p', policyCondition: '' });
});

test('default: knows whether there is something to save', () => {
  expect(isChanged(draftOf(stored), stored)).toBe(false);
  expect(isChanged({ ...draftOf(stored), notes: 'x' }, stored)).toBe(true);
  expect(isChanged(emptyDraft, undefined)).toBe(false);
});

test('default: a proposal takes the place of a stored policy only with its id', () => {
  expect(proposalOf(draftOf(stored), 'p')).toMatchObject({ policyId: 'p', condition: 'true' });
  expect(proposalOf(draftOf(stored), undefined)).not.toHaveProperty('policyId');
});
