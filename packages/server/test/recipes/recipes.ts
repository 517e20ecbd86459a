import { readFileSync } from 'node:fs';
import type { PolicyParameters } from '../policies.ts';
import { type Gain, gainsOf } from './gains.ts';

/** A policy of docs/policy-recipes.md. */
export interface Recipe {
  readonly name: string;
  /** What `create_policy` takes, with the values of the examples. */
  readonly policy: PolicyParameters;
  /** What the page says that it gives away. */
  readonly gives: ReadonlySet<Gain>;
}

export const page = new URL('../../../../docs/policy-recipes.md', import.meta.url);
/** The paragraph before a policy, and the policy. */
const block = /(?<=\n\n)((?:[^\n]+\n)+)\n```json\n(.*?)```/gs;
/** The first sentence of a recipe that gives something away. */
const warning = /^\*\*This gives away ([^*]+?): [^*]+\.\*\*/;

/** The recipes, in their order. */
export const readRecipes = (text = readFileSync(page, 'utf8')): Recipe[] =>
  [...text.matchAll(block)].map(([, paragraph = '', json = '']) => {
    const policy = JSON.parse(json);
    const [, said] = warning.exec(paragraph) ?? [];
    if (said === undefined && /gives away/i.test(paragraph))
      throw new Error(`${policy.policyName}: what it gives away belongs in its first sentence, in bold`);
    return { name: policy.policyName, policy, gives: said === undefined ? new Set() : gainsOf(said) };
  });
