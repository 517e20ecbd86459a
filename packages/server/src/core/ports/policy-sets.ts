import type { Expression, PolicyError } from '@mintmark/policy';

/** An expression of a policy. Undefined if it is always true, an error if it does not compile. */
export type CompiledExpression = Expression | PolicyError | undefined;

/** A policy that is ready to be evaluated. */
export interface CompiledPolicy {
  readonly id: string;
  readonly name: string;
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  /** Its position among the policies that a dry run proposes; absent if the policy is stored. */
  readonly proposedIndex?: number;
  readonly condition: CompiledExpression;
  readonly consensus: CompiledExpression;
  readonly time: CompiledExpression;
}

/** All policies of an organization. */
export interface PolicySet {
  readonly policies: readonly CompiledPolicy[];
  /** The namespaces and fields that they name. */
  readonly needs: ReadonlySet<string>;
  /** The digest of the rows that they were compiled from; undefined if some of them are not stored. */
  readonly digest: string | undefined;
}
