import type { Node } from '../check/node.ts';
import type { Operator } from '../syntax/syntax.ts';
import type { Value } from '../values/value.ts';
import { readField } from './access.ts';
import { buildStep, presentNamespace, presentVariable, type Step } from './build-step.ts';
import { compare } from './compare.ts';

/**
 * The step of a node and everything below it. The shapes that most policies consist of have steps that do the work of several
 * nodes together. They give the same values, errors and numbers of steps, which the fuzz test compares.
 */
export function stepOf(node: Node): Step {
  return jointStepOf(node) ?? buildStep(node, stepOf);
}

function jointStepOf(node: Node): Step | undefined {
  switch (node.kind) {
    case 'field':
      return fieldOfLeaf(node);
    case 'comparison':
      return comparisonWithLiteral(node);
    case 'list':
      return listOfLiterals(node);
    default:
      return undefined;
  }
}

/** `eth.tx.to`, `user.alias` */
function fieldOfLeaf({ field, parts: [object] }: Node & { kind: 'field' }): Step | undefined {
  const isKnown = object.type.kind === 'struct';
  if (object.kind === 'namespace') return fieldOfNamespace(object.name, field, isKnown);
  if (object.kind === 'variable') return fieldOfVariable(object.variable.slot, object.variable.name, field, isKnown);
  return undefined;
}

function fieldOfNamespace(name: string, field: string, isKnown: boolean): Step {
  return ({ budget, lookUp }) => {
    budget.spend(2);
    return readField(presentNamespace(lookUp(name), name), field, isKnown);
  };
}

function fieldOfVariable(slot: number, name: string, field: string, isKnown: boolean): Step {
  return ({ budget, slots }) => {
    budget.spend(2);
    return readField(presentVariable(slots[slot], name), field, isKnown);
  };
}

/** `eth.tx.chain_id == 1` */
function comparisonWithLiteral({ operator, parts: [left, right] }: Node & { kind: 'comparison' }): Step | undefined {
  if (operator === 'in' || right.kind !== 'literal') return undefined;
  return comparisonWith(operator, stepOf(left), right.value);
}

function comparisonWith(operator: Exclude<Operator, 'in'>, operand: Step, literal: Value): Step {
  return (run) => {
    const { budget } = run;
    budget.spend(1);
    const value = operand(run);
    budget.spend(1);
    return compare(operator, value, literal, budget);
  };
}

/** `['SIGN', 'EXPORT']` */
function listOfLiterals({ parts }: Node): Step | undefined {
  const values = parts.flatMap((part) => (part.kind === 'literal' ? [part.value] : []));
  return values.length === parts.length ? listOf(values) : undefined;
}

function listOf(values: readonly Value[]): Step {
  return ({ budget }) => {
    budget.spend(1 + values.length);
    return values;
  };
}
