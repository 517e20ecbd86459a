import { repetitions } from '@mintmark/testing/effort';
import { createRandom } from '@mintmark/testing/random';
import { expect, test } from 'vitest';
import { writeExpression } from '../../test/policy-fuzz.ts';
import { lookUpIn, request, scope } from '../../test/policy-scope.ts';
import type { Node } from '../check/node.ts';
import { countsVoter } from '../explain/counts-voter.ts';
import { decidingPart } from '../explain/deciding-part.ts';
import { explain } from '../explain/explain.ts';
import { PolicyError } from '../syntax/policy-error.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import { toBool } from '../values/value-kind.ts';
import { Budget } from './budget.ts';
import { buildStep, type Step } from './build-step.ts';
import { compile } from './compile.ts';
import { evaluate } from './evaluate.ts';

const count = repetitions({ usual: 10_000, full: 50_000 });
const numbers = Array.from({ length: 60 }, (_, index) => BigInt(index));
const lookUps = [lookUpIn(), lookUpIn({ numbers, 'eth.tx': undefined }), lookUpIn({ approvers: [], time: {} })];
const voter = { approver: (request['approvers'] as readonly [never])[0], credentials: [] };

test('behavior: random expressions give a result or the error of their phase, within the budget', () => {
  const random = createRandom(17);
  const seen = { refused: 0, failed: 0, true: 0, false: 0 };
  for (let index = 0; index < count; index += 1) {
    const text = writeExpression(random);
    try {
      seen[run(text, index)] += 1;
    } catch (error) {
      throw new Error(`expression ${index}: ${text}`, { cause: error });
    }
  }
  // Each happens often, or the generator tests nothing.
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(count / 50);
});

function run(text: string, index: number): 'refused' | 'failed' | 'true' | 'false' {
  const expression = orError(PolicyError, () => compile(text, scope));
  if (expression instanceof PolicyError) {
    const { line, column, reason } = expression;
    if (!(line >= 1 && column >= 1 && reason.startsWith('expected ') && reason.length < 1_000)) throw expression;
    return 'refused';
  }
  const lookUp = lookUps[index % lookUps.length] ?? lookUpIn();
  // Some run out of steps, each at another node.
  const budget = new Budget(index % 4 === 1 ? index % 40 : 5_000);
  const result = orError(EvaluationError, () => evaluate(expression, lookUp, budget));
  // A plain condition, because so many calls of expect take longer than what they check.
  if (budget.spent > budget.steps + 1) throw new Error(`took ${budget.spent} steps`);
  const plainBudget = new Budget(budget.steps);
  const plain = orError(EvaluationError, () =>
    toBool(plainStepOf(expression.root)({ lookUp, budget: plainBudget, slots: [] })),
  );
  if (`${plain}` !== `${result}` || plainBudget.spent !== budget.spent) {
    throw new Error(`gave ${result} in ${budget.spent} steps, node by node ${plain} in ${plainBudget.spent}`);
  }
  if (index % 20 === 0) {
    const explained = explain(expression, lookUp);
    decidingPart(expression, lookUp);
    countsVoter(expression, voter);
    if (budget.spent <= budget.steps) {
      expect('error' in explained ? explained.error : explained.value).toBe(
        result instanceof Error ? result.message : `${result}`,
      );
    }
  }
  return result instanceof EvaluationError ? 'failed' : `${result}`;
}

/** A step for each node, without those that do the work of several. */
function plainStepOf(node: Node): Step {
  return buildStep(node, plainStepOf);
}

function orError<T, E extends Error>(expected: new (...args: never[]) => E, compute: () => T): T | E {
  try {
    return compute();
  } catch (error) {
    if (error instanceof expected) return error;
    throw error;
  }
}
