import { PolicyError } from '@mintmark/policy';
import { policyScopes } from '@mintmark/policy/namespaces';
import { condition, consensus, Effect, policyName, time } from '@mintmark/schema/fields/policies/policy';
import { Timestamp } from '@mintmark/schema/fields/timestamp';
import type { PolicySet } from '@mintmark/server/core/ports/policy-sets';
import { compileExpression } from '@mintmark/server/policies/sets/compile-expression';
import { compilePolicySet } from '@mintmark/server/policies/sets/policy-set';
import { z } from 'zod';

const parts = ['condition', 'consensus', 'time'] as const;
const unlimited = ' If absent or empty, it is always true.';

const WrittenPolicy = z.strictObject({
  policyName: policyName(),
  effect: Effect,
  condition: condition(unlimited).optional(),
  consensus: consensus(unlimited).optional(),
  time: time(unlimited).optional(),
  notes: z.string().describe('Free-form notes.').optional(),
  policyId: z.string().describe('Not used: responses of list_policies have it.').optional(),
  createdAt: Timestamp.describe('Not used: responses of list_policies have it.').optional(),
  updatedAt: Timestamp.describe('Not used: responses of list_policies have it.').optional(),
});

/** Policies in a file. An answer of list_policies has the same form. */
export const WrittenPolicies = z
  .array(WrittenPolicy)
  .superRefine((policies, context) => {
    const names = new Set<string>();
    for (const [index, policy] of policies.entries()) {
      if (names.has(policy.policyName))
        context.addIssue({ code: 'custom', path: [index, 'policyName'], message: 'another policy has this name' });
      names.add(policy.policyName);
      for (const part of parts) {
        const compiled = compileExpression(policy[part] ?? '', policyScopes[part]);
        if (compiled instanceof PolicyError)
          context.addIssue({ code: 'custom', path: [index, part], message: compiled.message });
      }
    }
  })
  .describe('The policies, as create_policy takes them and as list_policies returns them.');

/** Policies of a file, ready to be evaluated. */
export const compileWritten = (policies: z.output<typeof WrittenPolicies>): PolicySet =>
  compilePolicySet(
    policies.map(({ policyId, policyName, effect, condition = '', consensus = '', time = '' }) => ({
      id: policyId ?? policyName,
      name: policyName,
      effect,
      condition,
      consensus,
      time,
    })),
  );
