export const OPERATORS = ['==', '!=', '<', '>', '<=', '>=', 'in'] as const;

export type Operator = (typeof OPERATORS)[number];

/** What the parser reads, before names and types are known. Offsets are in UTF-16 code units of the text. */
export type Syntax = Range &
  (
    | { readonly kind: 'bool'; readonly value: boolean }
    | { readonly kind: 'int'; readonly value: bigint }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'list'; readonly items: readonly Syntax[] }
    | { readonly kind: 'name'; readonly name: string }
    /** `Timestamp(…)` and `CronSpan(…)`. */
    | { readonly kind: 'function'; readonly name: string; readonly args: readonly Syntax[] }
    | { readonly kind: 'member'; readonly object: Syntax; readonly name: string; readonly nameStart: number }
    | MethodCall
    | { readonly kind: 'index'; readonly object: Syntax; readonly index: Syntax }
    | { readonly kind: 'slice'; readonly object: Syntax; readonly from: bigint; readonly to: bigint }
    | { readonly kind: 'not'; readonly operand: Syntax }
    | { readonly kind: 'and' | 'or'; readonly operands: readonly Syntax[] }
    | Comparison
  );

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface MethodCall extends Range {
  readonly kind: 'method';
  readonly object: Syntax;
  readonly name: string;
  readonly nameStart: number;
  readonly args: readonly Syntax[];
}

export interface Comparison extends Range {
  readonly kind: 'comparison';
  readonly operator: Operator;
  readonly operatorStart: number;
  readonly left: Syntax;
  readonly right: Syntax;
}
