import { registry, type Unit } from '@mintmark/schema';
import { documentedErrors } from '../contract/documented-examples.ts';
import { commonRefusals } from './common-refusals.ts';
import { stories } from './stories.ts';

/** The operations that have a story. */
export const told: readonly Unit[] = Object.values<Unit>(registry).filter(({ method }) =>
  Object.hasOwn(stories, method),
);

/** Errors that no single request provokes. Each has its own test over all operations. */
const provokedTogether = ['RATE_LIMIT_EXCEEDED', 'UNAVAILABLE'];

/** The documented errors of an operation: those that are provoked, and the rest. */
export function errorPlan(unit: Unit): { readonly provoked: readonly string[]; readonly rest: readonly string[] } {
  const refused = { ...commonRefusals, ...stories[unit.method]?.refusals };
  const isProvoked = (error: string) => Object.hasOwn(refused, error) || provokedTogether.includes(error);
  const documented = documentedErrors(unit);
  return { provoked: documented.filter(isProvoked), rest: documented.filter((error) => !isProvoked(error)) };
}
