import { describe, expect, test } from 'vitest';
import { objections } from '../../../test/objections.ts';
import { activities, examples } from '../../index.ts';

describe('policies', () => {
  const { policy, policyId } = examples;
  const creating = (...policies: object[]) => objections(activities.create_policies, { policies });

  test('default: 1 to 100 of them', () => {
    expect(creating(policy)).toEqual([]);
    expect(creating(...Array.from({ length: 100 }, () => policy))).toEqual([]);
    expect(creating()).toEqual(['policies: too_small']);
    expect(creating(...Array.from({ length: 101 }, () => policy))).toEqual(['policies: too_big']);
  });

  test('behavior: expressions may be absent or empty, notes may be empty', () => {
    const { condition: _, consensus: __, ...unlimited } = policy;
    expect(objections(activities.create_policy, { ...unlimited, notes: '' })).toEqual([]);
    const empty = { condition: '', consensus: '', time: '' };
    expect(objections(activities.create_policy, { ...unlimited, ...empty })).toEqual([]);
    const cleared = { policyCondition: '', policyConsensus: '', policyNotes: '', time: '' };
    expect(objections(activities.update_policy, { policyId, ...cleared })).toEqual([]);
    expect(objections(activities.update_policy, { policyId })).toEqual([]);
  });

  test('error: no notes, long notes, no name, another effect', () => {
    const { notes: _, ...without } = policy;
    expect(creating(without)).toEqual(['policies.0.notes: invalid_type']);
    expect(creating({ ...policy, notes: 'a'.repeat(4096) })).toEqual([]);
    expect(creating({ ...policy, notes: 'a'.repeat(4097) })).toEqual(['policies.0.notes: too_big']);
    expect(creating({ ...policy, policyName: '' })).toContain('policies.0.policyName: too_small');
    expect(creating({ ...policy, effect: 'ALLOW' })).toEqual(['policies.0.effect: invalid_value']);
  });
});
