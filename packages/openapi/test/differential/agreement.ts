import fc from 'fast-check';
import type { z } from 'zod';
import { rulesOf } from '../../src/schema-tree.ts';
import { arbitraryOf, seed } from './arbitrary.ts';
import { mutated } from './mutation.ts';

export type Accepts = (value: unknown) => boolean;

/** The number of inputs by result. */
export interface Tally {
  accepted: number;
  refused: number;
  refusedByRule: number;
}

/** How many values are made of each kind. */
const allRuns = { valid: 150, mutated: 450 };

/**
 * Feeds generated and mutated values to Zod and to the other validators. Throws with the smallest value that it finds on
 * which they disagree. They may disagree only if Zod refuses a value solely for rules that the schema lists.
 */
export function assertAgreement(
  schema: z.ZodType,
  sides: Record<string, Accepts>,
  tally: Tally,
  runs: typeof allRuns = allRuns,
): void {
  const rules = new Set(rulesOf(schema).map((rule) => rule.errorCode));
  const agree = (value: unknown) => {
    const { success, error } = schema.safeParse(value);
    const byRule = error?.issues.every((issue) => issue.code === 'custom' && rules.has(issue.params?.['errorCode']));
    tally[success ? 'accepted' : byRule ? 'refusedByRule' : 'refused'] += 1;
    const expected = success || byRule === true;
    for (const [side, accepts] of Object.entries(sides)) {
      if (accepts(value) !== expected) {
        throw new Error(
          `${side} ${expected ? 'refuses' : 'accepts'}; Zod: ${JSON.stringify(error?.issues ?? 'accepts')}`,
        );
      }
    }
  };
  const valid = arbitraryOf(schema);
  const options = { seed, includeErrorInReport: true };
  fc.assert(fc.property(valid, agree), { ...options, numRuns: runs.valid });
  fc.assert(fc.property(mutated(valid), agree), { ...options, numRuns: runs.mutated });
}
