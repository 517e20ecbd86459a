import type { Node } from '../check/node.ts';
import { readingOf } from '../check/path.ts';
import type { Expression } from '../evaluate/compile.ts';
import type { LookUp } from '../evaluate/run.ts';
import { valueText } from '../values/value-text.ts';
import { type Trace, traceExpression } from './trace.ts';

/** Their values stand in the text and with the item. */
const LEAVES: readonly Node['kind'][] = ['literal', 'variable'];

/** One part of an expression as it is written, and its value or why it has none. */
export type Explanation = {
  readonly text: string;
  /** For the predicate of `all`, `any` and `filter`: the item it was evaluated for, such as `user = {id: '…'}`. */
  readonly item?: string;
  /** Without literals and variables. What is read from the request has no parts. */
  readonly parts: readonly Explanation[];
} & ({ readonly value: string } | { readonly error: string });

/** The value of every part of an expression for one request. Long values are cut off. */
export function explain(expression: Expression, lookUp: LookUp): Explanation {
  return explainTrace(expression.text, traceExpression(expression, lookUp));
}

function explainTrace(text: string, { node, outcome, parts, items }: Trace, item?: string): Explanation {
  const result = 'error' in outcome ? { error: outcome.error.message } : { value: valueText(outcome.value) };
  const shown = readingOf(node) === undefined ? parts.filter((part) => !LEAVES.includes(part.node.kind)) : [];
  return {
    text: readingOf(node) ?? text.slice(node.start, node.end),
    ...(item === undefined ? {} : { item }),
    ...result,
    parts: [
      ...shown.map((part) => explainTrace(text, part)),
      ...items.map((it) => explainTrace(text, it.predicate, `${it.variable} = ${valueText(it.item)}`)),
    ],
  };
}
