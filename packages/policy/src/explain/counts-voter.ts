import type { Node, Quantifier } from '../check/node.ts';
import { Budget } from '../evaluate/budget.ts';
import type { Expression } from '../evaluate/compile.ts';
import { evaluateNode } from '../evaluate/evaluate.ts';
import type { Run } from '../evaluate/run.ts';
import type { Operator } from '../syntax/syntax.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { Value } from '../values/value.ts';
import { isList } from '../values/value-kind.ts';

/** An evaluation of parts of an expression. */
interface Counting extends Run {
  readonly expression: Expression;
}

/** A user who may approve, as the expression sees it. */
export interface Voter {
  readonly approver: Value;
  readonly credentials: readonly Value[];
}

/** What the parts of an expression say about a voter. */
interface Findings {
  /** An `any` or a `filter` that is true for the voter, or that an approval of the voter makes true. */
  chosen: boolean;
  /** A number of approvers or credentials without a condition. */
  counted: boolean;
  /** An `all` that an approval of the voter makes false, or an `any` that must not be true and that it makes true. */
  excluded: boolean;
}

const nothing = (): Findings => ({ chosen: false, counted: false, excluded: false });

/**
 * Whether an approval by this user could count towards a consensus expression. It looks for conditions that the voter meets
 * where more approvals can make the expression true, and treats an error in a condition as not met.
 */
export function countsVoter(expression: Expression, voter: Voter, budget = new Budget()): boolean {
  const { approver, credentials } = voter;
  const lists: Readonly<Record<string, readonly Value[]>> = { approvers: [approver], credentials };
  const lookUp = (name: string) => (Object.hasOwn(lists, name) ? lists[name] : undefined);
  const run: Counting = { lookUp, budget, slots: [], expression };
  const findings = nothing();
  try {
    walk(expression.root, true, run, findings);
  } catch (error) {
    // Only an exhausted budget reaches this line.
    if (!(error instanceof EvaluationError)) throw error;
    return false;
  }
  return (findings.chosen || findings.counted) && !findings.excluded;
}

/** @param positive - whether more approvals at this node can make the expression true; if not, they can make it false. */
function walk(node: Node, positive: boolean, run: Counting, findings: Findings): void {
  run.budget.spend(1);
  switch (node.kind) {
    case 'not':
      for (const part of node.parts) walk(part, !positive, run, findings);
      return;
    case 'and':
    case 'or':
      if ((node.kind === 'or') === positive) walkAlternatives(node.parts, positive, run, findings);
      else for (const part of node.parts) walk(part, positive, run, findings);
      return;
    case 'comparison': {
      const claim = claimOf(node);
      if (claim) {
        findChoice(claim.list, positive !== claim.isEmpty, run, findings);
        return;
      }
      for (const [position, part] of node.parts.entries())
        walk(part, positive !== isReversed(node, position), run, findings);
      return;
    }
    case 'count': {
      const [list] = node.parts;
      if (list?.kind === 'namespace' && positive && votesOf(list, run).length > 0) findings.counted = true;
      else if (list) walk(list, positive, run, findings);
      return;
    }
    case 'all':
    case 'any':
    case 'filter':
      walkQuantifier(node, positive, run, findings);
      return;
    default:
      for (const part of node.parts) walk(part, positive, run, findings);
  }
}

/** One of them is enough: who is excluded from one may count in another. */
function walkAlternatives(parts: readonly Node[], positive: boolean, run: Counting, findings: Findings): void {
  const each = parts.map((part) => {
    const own = nothing();
    walk(part, positive, run, own);
    return own;
  });
  const open = each.filter(({ excluded }) => !excluded);
  findings.chosen ||= open.some(({ chosen }) => chosen);
  findings.counted ||= open.some(({ counted }) => counted);
  findings.excluded ||= open.length === 0;
}

function walkQuantifier(node: Node & Quantifier, positive: boolean, run: Counting, findings: Findings): void {
  const [list] = node.parts;
  if (!list) return;
  if (!isOfVotes(list)) {
    walk(list, positive, run, findings);
    for (const item of itemsOf(list, run)) {
      run.slots[node.variable.slot] = item;
      walk(node.predicate, positive, run, findings);
    }
    return;
  }
  if (node.kind === 'any') {
    findChoice(node, positive, run, findings);
    return;
  }
  const votes = votesOf(list, run);
  if (votes.length === 0) return;
  const met = votes.some((vote) => isTrueFor(node, vote, run));
  if (node.kind === 'filter') findings.chosen ||= positive && met;
  else if (positive) findings.excluded ||= !met;
  // `!approvers.all(user, !p)` is another way to write `approvers.any(user, p)`.
  else findings.chosen ||= votes.some((vote) => !isTrueFor(node, vote, run));
}

/** @param wanted - whether somebody has to meet the condition; if not, nobody may. */
function findChoice(node: Node & Quantifier, wanted: boolean, run: Counting, findings: Findings): void {
  const votes = node.parts.flatMap((part) => votesOf(part, run));
  if (wanted) findings.chosen ||= votes.some((vote) => isTrueFor(node, vote, run));
  // A user with several credentials can use one that is not excluded.
  else findings.excluded ||= votes.length > 0 && votes.every((vote) => isTrueFor(node, vote, run));
}

/** What `filter(…).count() == 0`, `1 > filter(…).count()` or `filter(…).count() > 0` says about its approvers. */
function claimOf(node: Node & { kind: 'comparison' }) {
  const position = node.parts.findIndex(({ kind }) => kind === 'count');
  const [list] = node.parts[position]?.parts ?? [];
  const other = node.parts[1 - position];
  if (list?.kind !== 'filter' || !isOfVotes(list) || other?.kind !== 'literal') return undefined;
  const operator = position === 0 ? node.operator : mirrored[node.operator];
  if (other.value === 0n && (operator === '==' || operator === '<=')) return { list, isEmpty: true };
  if (other.value === 0n && (operator === '!=' || operator === '>')) return { list, isEmpty: false };
  if (other.value === 1n && operator === '<') return { list, isEmpty: true };
  return other.value === 1n && operator === '>=' ? { list, isEmpty: false } : undefined;
}

const mirrored: Readonly<Record<Operator, Operator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
  in: 'in',
};

/** Whether an operand that grows makes the comparison false: `count() < 3`, `3 >= count()`, `any(…) == false`. */
function isReversed(node: Node & { kind: 'comparison' }, position: number): boolean {
  const { operator, parts } = node;
  const other = parts[1 - position];
  if (operator === '<' || operator === '<=') return position === 0;
  if (operator === '>' || operator === '>=') return position === 1;
  if (other?.kind !== 'literal' || typeof other.value !== 'boolean') return false;
  return other.value === (operator === '!=');
}

function isOfVotes(list: Node): boolean {
  if (list.kind === 'namespace') return list.name === 'approvers' || list.name === 'credentials';
  return (list.kind === 'filter' || list.kind === 'slice') && list.parts.every(isOfVotes);
}

/** What the list would have of the voter. */
function votesOf(list: Node, run: Counting): readonly Value[] {
  if (list.kind === 'namespace') return itemsOf(list, run);
  const votes = list.parts.flatMap((part) => votesOf(part, run));
  return list.kind === 'filter' ? votes.filter((vote) => isTrueFor(list, vote, run)) : votes;
}

function isTrueFor({ variable, predicate }: Quantifier, vote: Value, run: Counting): boolean {
  run.slots[variable.slot] = vote;
  return orElse(run, false, () => evaluateNode(run.expression, predicate, run) === true);
}

function itemsOf(list: Node, run: Counting): readonly Value[] {
  return orElse<readonly Value[]>(run, [], () => {
    const value = evaluateNode(run.expression, list, run);
    return isList(value) ? value : [];
  });
}

function orElse<T>({ budget }: Run, otherwise: T, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof EvaluationError) || budget.spent > budget.steps) throw error;
    return otherwise;
  }
}
