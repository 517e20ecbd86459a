import type { Node } from '../check/node.ts';
import { readingOf } from '../check/path.ts';
import { Budget } from '../evaluate/budget.ts';
import type { Expression } from '../evaluate/compile.ts';
import type { LookUp } from '../evaluate/run.ts';
import { stepOf } from '../evaluate/step-of.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { valueText } from '../values/value-text.ts';
import { type ItemTrace, type Trace, traceExpression } from './trace.ts';

const VALUES = 20;

export interface DecidingPart {
  /** As it is written. */
  readonly expression: string;
  /** What it read from the request, and the items it decided for. At most 20. */
  readonly values: { name: string; value: string }[];
}

/**
 * The smallest part of an expression that decided its result: the first false clause of a false conjunction, the first true
 * clause of a true disjunction, the part that failed.
 */
export function decidingPart(expression: Expression, lookUp: LookUp, budget = new Budget()): DecidingPart {
  const seen = new Map<string, string>();
  const root = traceExpression(expression, lookUp, budget);
  let deciding = root;
  for (let next = narrower(root); next; next = narrower(next.trace)) {
    if (next.item) seen.set(next.item.variable, valueText(next.item.item));
    deciding = next.trace;
  }
  for (const item of decidingItem(deciding)) seen.set(item.variable, valueText(item.item));
  addReadings(deciding.node, lookUp, seen);
  const values = [...seen].slice(0, VALUES).map(([name, value]) => ({ name, value }));
  return { expression: expression.text.slice(deciding.node.start, deciding.node.end), values };
}

function narrower({ node, outcome, parts, items }: Trace): { trace: Trace; item?: ItemTrace } | undefined {
  if ('error' in outcome) {
    const part = parts.find((it) => 'error' in it.outcome);
    // A missing field says more than the struct that does not have it.
    if (part && readingOf(node) === undefined) return { trace: part };
    const item = items.find(({ predicate }) => 'error' in predicate.outcome);
    return item && { trace: item.predicate, item };
  }
  const decides = node.kind === 'and' ? false : node.kind === 'or' ? true : undefined;
  if (outcome.value !== decides) return undefined;
  const trace = parts.find((part) => valueIs(part, decides));
  return trace && { trace };
}

/** The first item for which an `all` is false, or an `any` true. */
function decidingItem({ node, outcome, items }: Trace): ItemTrace[] {
  const decides = node.kind === 'all' ? false : node.kind === 'any' ? true : undefined;
  if (decides === undefined || 'error' in outcome || outcome.value !== decides) return [];
  return items.filter(({ predicate }) => valueIs(predicate, decides)).slice(0, 1);
}

function valueIs({ outcome }: Trace, value: boolean | undefined): boolean {
  return 'value' in outcome && outcome.value === value;
}

function addReadings(node: Node, lookUp: LookUp, seen: Map<string, string>): void {
  if (seen.size >= VALUES) return;
  const reading = readingOf(node);
  if (reading !== undefined) {
    seen.set(reading, readText(node, lookUp));
    return;
  }
  for (const part of node.parts) addReadings(part, lookUp, seen);
  if ('predicate' in node) addReadings(node.predicate, lookUp, seen);
}

function readText(node: Node, lookUp: LookUp): string {
  try {
    return valueText(stepOf(node)({ lookUp, budget: new Budget(), slots: [] }));
  } catch (error) {
    if (error instanceof EvaluationError) return `error: ${error.message}`;
    throw error;
  }
}
