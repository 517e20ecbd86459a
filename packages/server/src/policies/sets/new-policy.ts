import type { PolicyParams } from '@mintmark/schema/fields/policies/policy';
import type { z } from 'zod';
import type { PolicyContents } from '../rows/policy-row.ts';
import { compilePolicy } from './compile-policy.ts';

/**
 * Reads a new policy from the members of a request, and refuses expressions that do not compile.
 *
 * @param place The object in the request that has the members.
 */
export function newPolicy(parameters: z.output<typeof PolicyParams>, place: string): PolicyContents {
  const { policyName: name, effect, condition = '', consensus = '', notes, time = '' } = parameters;
  const fields = { condition: `${place}.condition`, consensus: `${place}.consensus`, time: `${place}.time` };
  compilePolicy({ condition, consensus, time }, fields);
  return { name, effect, condition, consensus, time, notes };
}
