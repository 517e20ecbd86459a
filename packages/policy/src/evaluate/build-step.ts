import type { Node, Quantifier } from '../check/node.ts';
import type { Operator } from '../syntax/syntax.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { Value } from '../values/value.ts';
import { toBool, toList, toMoment } from '../values/value-kind.ts';
import { outOfRange, readField, readIndex, readSlice } from './access.ts';
import { compare, contains } from './compare.ts';
import type { Run } from './run.ts';

/** What it takes to look through the days, hours and minutes of a week. */
const CRON_STEPS = 100;

/** Computes the value of a node. */
export type Step = (run: Run) => Value;

/**
 * The step of one node: what each kind of node means. Every part is evaluated before the node looks at their values.
 *
 * @param of - gives the step of a part, and of the predicate of a quantifier for the item that is in its slot.
 */
export function buildStep(node: Node, of: (part: Node) => Step): Step {
  switch (node.kind) {
    case 'literal':
      return literal(node.value);
    case 'list':
      return list(node.parts.map(of));
    case 'namespace':
      return namespace(node.name);
    case 'variable':
      return variable(node.variable.slot, node.variable.name);
    case 'field':
      return field(of(node.parts[0]), node.field, node.parts[0].type.kind === 'struct');
    case 'index':
      return index(of(node.parts[0]), of(node.parts[1]));
    case 'slice':
      return slice(of(node.parts[0]), node.from, node.to);
    case 'not':
      return not(of(node.parts[0]));
    case 'and':
    case 'or':
      return junction(node.kind === 'and', node.parts.map(of));
    case 'comparison':
      if (node.operator === 'in') return isIn(of(node.parts[0]), of(node.parts[1]));
      return comparison(node.operator, of(node.parts[0]), of(node.parts[1]));
    case 'count':
      return count(of(node.parts[0]));
    case 'contains':
      return containsItem(of(node.parts[0]), of(node.parts[1]));
    case 'cron':
      return cron(of(node.parts[0]), node.span);
    case 'all':
    case 'any':
    case 'filter':
      return quantifier(node.kind, of(node.parts[0]), node.variable.slot, of(node.predicate));
  }
}

// Each has a function of its own, so that a step keeps nothing in memory but what it uses.

function literal(value: Value): Step {
  return ({ budget }) => {
    budget.spend(1);
    return value;
  };
}

function list(items: readonly Step[]): Step {
  return (run) => {
    run.budget.spend(1);
    return items.map((item) => item(run));
  };
}

function namespace(name: string): Step {
  return ({ budget, lookUp }) => {
    budget.spend(1);
    return presentNamespace(lookUp(name), name);
  };
}

function variable(slot: number, name: string): Step {
  return ({ budget, slots }) => {
    budget.spend(1);
    return presentVariable(slots[slot], name);
  };
}

function field(object: Step, name: string, isKnown: boolean): Step {
  return (run) => {
    run.budget.spend(1);
    return readField(object(run), name, isKnown);
  };
}

function index(object: Step, position: Step): Step {
  return (run) => {
    run.budget.spend(1);
    const within = object(run);
    return readIndex(within, position(run), run.budget);
  };
}

function slice(object: Step, first: bigint, end: bigint): Step {
  // No list or string is so long that a number does not have its positions exactly.
  const from = Number(first);
  const to = Number(end);
  return (run) => {
    run.budget.spend(1);
    return readSlice(object(run), from, to, run.budget) ?? outOfRange(end);
  };
}

function not(operand: Step): Step {
  return (run) => {
    run.budget.spend(1);
    return !toBool(operand(run));
  };
}

/** A conjunction or a disjunction. An operand that is not a boolean is an error only after the errors of all operands. */
function junction(isAnd: boolean, operands: readonly Step[]): Step {
  return (run) => {
    run.budget.spend(1);
    let result = isAnd;
    let firstOther: Value = true;
    for (const operand of operands) {
      const value = operand(run);
      if (value === !isAnd) result = !isAnd;
      else if (value !== isAnd && firstOther === true) firstOther = value;
    }
    toBool(firstOther);
    return result;
  };
}

function comparison(operator: Exclude<Operator, 'in'>, left: Step, right: Step): Step {
  return (run) => {
    run.budget.spend(1);
    const value = left(run);
    return compare(operator, value, right(run), run.budget);
  };
}

function isIn(item: Step, items: Step): Step {
  return (run) => {
    run.budget.spend(1);
    const wanted = item(run);
    return contains(toList(items(run)), wanted, run.budget);
  };
}

function containsItem(items: Step, item: Step): Step {
  return (run) => {
    run.budget.spend(1);
    const candidates = items(run);
    const wanted = item(run);
    return contains(toList(candidates), wanted, run.budget);
  };
}

function count(items: Step): Step {
  return (run) => {
    run.budget.spend(1);
    return BigInt(toList(items(run)).length);
  };
}

function cron(moment: Step, span: { includes(moment: number): boolean }): Step {
  return (run) => {
    run.budget.spend(1);
    const value = moment(run);
    run.budget.spend(CRON_STEPS);
    return span.includes(toMoment(value));
  };
}

function quantifier(kind: Quantifier['kind'], items: Step, slot: number, predicate: Step): Step {
  return (run) => {
    const { budget, slots } = run;
    budget.spend(1);
    const all = toList(items(run));
    const chosen: Value[] = [];
    for (const item of all) {
      budget.spend(1);
      slots[slot] = item;
      if (toBool(predicate(run))) chosen.push(item);
    }
    if (kind === 'filter') return chosen;
    return kind === 'all' ? chosen.length === all.length : chosen.length > 0;
  };
}

export function presentNamespace(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new EvaluationError(`the request has no '${name}'`);
  return value;
}

export function presentVariable(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new EvaluationError(`the variable '${name}' has no value`);
  return value;
}
