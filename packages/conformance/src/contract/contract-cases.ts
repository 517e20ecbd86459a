import { type ErrorName, errors, registry, type Unit } from '@mintmark/schema';
import type { ContractCase } from './contract-case.ts';
import { documentedExamples } from './documented-examples.ts';

const callOf = (unit: Unit) => {
  const { organizationId: _, ...fields } = (unit.kind === 'activity' ? {} : unit.example.request) as {
    organizationId?: string;
  };
  return {
    operation: unit.method,
    side: unit.kind === 'proxy' ? ('authProxy' as const) : ('stamped' as const),
    input: unit.kind === 'activity' ? unit.example.parameters : fields,
  };
};

function successes(unit: Unit): ContractCase[] {
  const call = callOf(unit);
  if (unit.kind === 'activity') {
    if (!('result' in unit)) return [];
    return [{ ...call, wanted: { status: 200, example: 'completed' }, expected: { result: unit.example.result } }];
  }
  const wanted = { status: 200, example: 'success' };
  const answer = unit.example.response;
  const lists = Object.values(answer).filter(Array.isArray);
  const isPaged = 'paginationOptions' in unit.request.shape;
  return [
    { ...call, wanted, expected: { answer } },
    ...(isPaged ? lists.map((items) => ({ ...call, wanted, expected: { items } })) : []),
  ];
}

/** The activity that a vote is on, in each state that the vote can leave it in. */
function votes(unit: Unit): ContractCase[] {
  if (unit.kind !== 'activity' || 'result' in unit) return [];
  return (documentedExamples(unit).get(200) ?? []).map((example) => ({
    ...callOf(unit),
    wanted: { status: 200, example },
    expected: { vote: example },
  }));
}

function outcomes(unit: Unit): ContractCase[] {
  if (unit.kind !== 'activity' || !('result' in unit)) return [];
  return ['pending', 'consensusNeeded', 'rejected', 'failed'].map((example) => ({
    ...callOf(unit),
    wanted: { status: 200, example },
    expected: { outcome: example },
  }));
}

/** Whether the client calls an error retryable. What was sent to the proxy once may have happened, so only a repeatable call is. */
function isRetryable(unit: Unit, status: number, name: ErrorName): boolean {
  const isRepeatable = unit.kind !== 'proxy' || unit.repeatable === true || status === 429;
  return isRepeatable && errors[name].retryable;
}

function failures(unit: Unit): ContractCase[] {
  return [...documentedExamples(unit)].flatMap(([status, names]) => {
    if (status === 200) return [];
    return names.map((example) => ({
      ...callOf(unit),
      wanted: { status, example },
      expected: { error: { code: example, status, retryable: isRetryable(unit, status, example as ErrorName) } },
    }));
  });
}

/** Every answer of every operation: its success, each outcome of an activity, and each documented error. */
export const contractCases: readonly ContractCase[] = Object.values(registry).flatMap((unit) => [
  ...successes(unit),
  ...votes(unit),
  ...outcomes(unit),
  ...failures(unit),
]);
