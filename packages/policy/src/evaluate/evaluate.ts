import type { Node } from '../check/node.ts';
import type { Value } from '../values/value.ts';
import { toBool } from '../values/value-kind.ts';
import { Budget } from './budget.ts';
import type { Expression } from './compile.ts';
import type { LookUp, Run } from './run.ts';
import { stepOf } from './step-of.ts';

/**
 * The result of an expression for one request. Every part is evaluated, whatever the others give: an error in any part is an
 * error of the whole.
 */
export function evaluate(expression: Expression, lookUp: LookUp, budget = new Budget()): boolean {
  return toBool(expression.step({ lookUp, budget, slots: [] }));
}

/** The value of a part of an expression. */
export function evaluateNode({ stepsOfParts }: Expression, node: Node, run: Run): Value {
  const step = stepsOfParts.get(node) ?? stepOf(node);
  stepsOfParts.set(node, step);
  return step(run);
}
