import { registry, type Unit } from '@mintmark/schema';
import { documentedExamples } from '../contract/documented-examples.ts';
import { echoProblems } from './echo-problems.ts';

const unitAt = new Map<string, Unit>(Object.values<Unit>(registry).map((unit) => [unit.path, unit]));

/** The problems of an answer that has the right shape, one line each. */
export function answerProblems(path: string, status: number, asked: string, answered: string): readonly string[] {
  const unit = unitAt.get(path);
  if (!unit) return [];
  if (status === 200) return unit.kind === 'activity' ? echoProblems(unit, asked, answered) : [];
  const code = JSON.parse(answered).details?.[0]?.errorCode;
  const isDocumented = documentedExamples(unit).get(status)?.includes(code);
  return isDocumented ? [] : [`the error ${status} ${code} is not documented`];
}
