import type { Operator } from '../syntax/syntax.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { Value } from '../values/value.ts';
import { describeValue, momentOf } from '../values/value-kind.ts';
import type { Budget } from './budget.ts';

/** The result of a comparison other than `in`. Values of types that are not known before are checked here. */
export function compare(operator: Exclude<Operator, 'in'>, left: Value, right: Value, budget: Budget): boolean {
  switch (operator) {
    case '==':
      return areEqual(left, right, budget);
    case '!=':
      return !areEqual(left, right, budget);
    default:
      return isOrdered(operator, ordinal(left, right, operator), ordinal(right, left, operator));
  }
}

function areEqual(left: Value, right: Value, budget: Budget): boolean {
  if (typeof left === 'string' && typeof right === 'string') {
    budget.spendOnText(Math.min(left.length, right.length));
    return left === right;
  }
  budget.spend(1);
  if (typeof left === typeof right && typeof left !== 'object') return left === right;
  if (left instanceof Date && right instanceof Date) return momentOf(left) === momentOf(right);
  throw new EvaluationError(`${describeValue(left)} cannot be compared with ${describeValue(right)}`);
}

export function contains(list: readonly Value[], item: Value, budget: Budget): boolean {
  let found = false;
  for (const candidate of list) if (areEqual(candidate, item, budget)) found = true;
  return found;
}

function ordinal(value: Value, other: Value, operator: string): bigint {
  if (typeof value === 'bigint' && typeof other === 'bigint') return value;
  if (value instanceof Date && other instanceof Date) return BigInt(momentOf(value));
  throw new EvaluationError(`'${operator}' cannot compare ${describeValue(value)} with ${describeValue(other)}`);
}

function isOrdered(operator: '<' | '>' | '<=' | '>=', left: bigint, right: bigint): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
  }
}
