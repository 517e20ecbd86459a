import type { Operator, Range } from '../syntax/syntax.ts';
import type { CronSpan } from '../times/cron-span.ts';
import type { Form, Type } from '../values/type.ts';
import type { Value } from '../values/value.ts';

/** A checked part of an expression. `parts` are what it is computed from, in the order of evaluation. */
export type Node = Common &
  (
    | Literal
    | { readonly kind: 'list' | 'and' | 'or' }
    | ({ readonly kind: 'not' | 'count' } & OnePart)
    | ({ readonly kind: 'contains' | 'index' } & TwoParts)
    /** One of the dotted names of the scope. */
    | { readonly kind: 'namespace'; readonly name: string }
    | { readonly kind: 'variable'; readonly variable: Variable }
    | ({ readonly kind: 'field'; readonly field: string } & OnePart)
    | ({ readonly kind: 'slice'; readonly from: bigint; readonly to: bigint } & OnePart)
    | ({ readonly kind: 'comparison'; readonly operator: Operator } & TwoParts)
    | Quantifier
    | ({ readonly kind: 'cron'; readonly span: CronSpan } & OnePart)
  );

/** One list for all nodes without parts, because a process keeps many nodes in memory. */
export const NO_PARTS: readonly Node[] = [];

interface Common extends Range {
  readonly type: Type;
  readonly parts: readonly Node[];
}

interface OnePart {
  readonly parts: readonly [Node];
}

interface TwoParts {
  readonly parts: readonly [Node, Node];
}

/** A string literal takes the form of what it is compared with, which is known only after the literal was read. */
interface Literal {
  readonly kind: 'literal';
  value: Value;
  form?: Form;
}

/** Its predicate is evaluated for each item. */
export interface Quantifier extends OnePart {
  readonly kind: 'all' | 'any' | 'filter';
  readonly variable: Variable;
  readonly predicate: Node;
}

export interface Variable {
  readonly name: string;
  readonly type: Type;
  /** The list whose items it stands for. */
  readonly list: Node;
  /** How many variables are visible where it is declared. */
  readonly slot: number;
}
