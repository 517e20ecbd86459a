import type { Expression, PolicyError } from '@mintmark/policy';
import type { AuthorityRows } from '../authority/authority-tables.ts';

/** An expression of a policy. Undefined if it is always true, an error if it does not compile. */
export type CompiledExpression = Expression | PolicyError | undefined;

/** A policy that is ready to be evaluated. */
export interface CompiledPolicy extends Pick<AuthorityRows['policies'], 'id' | 'name' | 'effect'> {
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
