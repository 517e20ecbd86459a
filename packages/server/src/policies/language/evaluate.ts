import { readField, readIndex, readSlice } from './access.ts';
import { Budget } from './budget.ts';
import { compare, contains } from './compare.ts';
import type { Expression } from './compile.ts';
import { EvaluationError } from './evaluation-error.ts';
import type { Node } from './node.ts';
import type { Value } from './value.ts';
import { describeValue, isList, momentOf } from './value-kind.ts';

const NONE: readonly Value[] = [];

/** What it takes to look through the days, hours and minutes of a week. */
const CRON_STEPS = 100;

/** What a request has under a dotted name of the scope, or undefined if it does not have it. */
export type LookUp = (namespace: string) => Value | undefined;

/** One evaluation under way. */
export interface Run {
  readonly lookUp: LookUp;
  readonly budget: Budget;
  /** The values of the variables that are visible, by their slots. */
  readonly slots: Value[];
}

/**
 * The result of an expression for one request. Every part is evaluated, whatever the others give: an error in any part is an
 * error of the whole.
 */
export function evaluate(expression: Expression, lookUp: LookUp, budget = new Budget()): boolean {
  return toBool(evaluateNode(expression.root, { lookUp, budget, slots: [] }));
}

export function evaluateNode(node: Node, run: Run): Value {
  run.budget.spend(1);
  const values = node.parts.length === 0 ? NONE : node.parts.map((part) => evaluateNode(part, run));
  return apply(node, values, run, evaluateNode);
}

/**
 * The value of a node whose parts have these values.
 *
 * @param predicateOf - evaluates the predicate of a quantifier for the item that is in its slot.
 */
export function apply(
  node: Node,
  values: readonly Value[],
  run: Run,
  predicateOf: (predicate: Node, run: Run) => Value,
): Value {
  const { budget } = run;
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'list':
      return values;
    case 'namespace':
      return present(run.lookUp(node.name), `the request has no '${node.name}'`);
    case 'variable':
      return present(run.slots[node.variable.slot], `the variable '${node.variable.name}' has no value`);
    case 'field':
      return readField(at(values, 0), node.field, node.parts[0]?.type.kind === 'struct');
    case 'index':
      return readIndex(at(values, 0), at(values, 1), budget);
    case 'slice':
      return readSlice(at(values, 0), node.from, node.to, budget);
    case 'not':
      return !toBool(at(values, 0));
    case 'and':
      return values.map(toBool).every(Boolean);
    case 'or':
      return values.map(toBool).some(Boolean);
    case 'comparison':
      if (node.operator === 'in') return contains(toList(at(values, 1)), at(values, 0), budget);
      return compare(node.operator, at(values, 0), at(values, 1), budget);
    case 'count':
      return BigInt(toList(at(values, 0)).length);
    case 'contains':
      return contains(toList(at(values, 0)), at(values, 1), budget);
    case 'cron':
      budget.spend(CRON_STEPS);
      return node.span.includes(toMoment(at(values, 0)));
    case 'all':
    case 'any':
    case 'filter': {
      const list = toList(at(values, 0));
      const chosen = list.filter((item) => {
        budget.spend(1);
        run.slots[node.variable.slot] = item;
        return toBool(predicateOf(node.predicate, run));
      });
      if (node.kind === 'filter') return chosen;
      return node.kind === 'all' ? chosen.length === list.length : chosen.length > 0;
    }
  }
}

function at(values: readonly Value[], position: number): Value {
  return present(values[position], 'a part has no value');
}

function present(value: Value | undefined, message: string): Value {
  if (value === undefined) throw new EvaluationError(message);
  return value;
}

export function toBool(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw new EvaluationError(`expected a boolean, found ${describeValue(value)}`);
}

function toList(value: Value): readonly Value[] {
  if (isList(value)) return value;
  throw new EvaluationError(`expected a list, found ${describeValue(value)}`);
}

function toMoment(value: Value): number {
  if (value instanceof Date) return momentOf(value);
  throw new EvaluationError(`expected a timestamp, found ${describeValue(value)}`);
}
