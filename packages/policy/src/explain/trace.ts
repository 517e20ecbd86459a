import type { Node } from '../check/node.ts';
import { Budget } from '../evaluate/budget.ts';
import { buildStep } from '../evaluate/build-step.ts';
import type { Expression } from '../evaluate/compile.ts';
import type { LookUp, Run } from '../evaluate/run.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { Value } from '../values/value.ts';
import { toBool } from '../values/value-kind.ts';

const ITEMS = 20;

/** What one part of an expression gave, and what its own parts gave. Unlike an evaluation it does not end at the first error. */
export interface Trace {
  readonly node: Node;
  readonly outcome: { readonly value: Value } | { readonly error: EvaluationError };
  readonly parts: readonly Trace[];
  /** The predicate of a quantifier for its first items, and for one that failed. */
  readonly items: readonly ItemTrace[];
}

export interface ItemTrace {
  readonly variable: string;
  readonly item: Value;
  readonly predicate: Trace;
}

export function traceExpression(expression: Expression, lookUp: LookUp, budget = new Budget()): Trace {
  const traced = trace(expression.root, { lookUp, budget, slots: [] });
  return { ...traced, outcome: outcomeOf(() => toBool(valueIn(traced))) };
}

function trace(node: Node, run: Run): Trace {
  const parts = new Map(node.parts.map((part) => [part, trace(part, run)]));
  const items: ItemTrace[] = [];
  const step = buildStep(node, (wanted) => () => {
    const part = parts.get(wanted);
    if (part) return valueIn(part);
    const predicate = trace(wanted, run);
    const { name, slot } = 'variable' in node ? node.variable : { name: '', slot: 0 };
    const item = run.slots[slot];
    if (item !== undefined && (items.length < ITEMS || 'error' in predicate.outcome)) {
      items.push({ variable: name, item, predicate });
    }
    return valueIn(predicate);
  });
  return { node, outcome: outcomeOf(() => step(run)), parts: [...parts.values()], items };
}

function outcomeOf(compute: () => Value): Trace['outcome'] {
  try {
    return { value: compute() };
  } catch (error) {
    if (error instanceof EvaluationError) return { error };
    throw error;
  }
}

function valueIn({ outcome }: Trace): Value {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
