import { registry } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { documentedErrors } from '../contract/documented-examples.ts';
import { commonRefusals } from './common-refusals.ts';
import { errorPlan, told } from './error-plan.ts';
import { refusals } from './refusals.ts';
import { stories } from './stories.ts';
import { unprovoked } from './unprovoked.ts';

const plans = told.map(errorPlan);

/** The entry of the list that says why an operation's error is not provoked. */
const entryOf = (method: string, error: string) =>
  Object.hasOwn(unprovoked, `${method} ${error}`) ? `${method} ${error}` : error;

test('default: every documented error is provoked, or there is a reason why not', () => {
  const rest = Map.groupBy(
    told.flatMap((unit) => errorPlan(unit).rest.map((error) => entryOf(unit.method, error))),
    (entry) => entry,
  );
  const provoked = plans.flatMap((plan) => plan.provoked).length;
  const reasons = [...rest].map(([entry, { length }]) => `  ${length} ${entry}: ${unprovoked[entry]}`);
  console.log(
    [
      `operations: ${told.length} of ${Object.keys(registry).length}`,
      `documented errors: ${provoked} of ${told.flatMap(documentedErrors).length} provoked; not:`,
      ...reasons.toSorted(),
    ].join('\n'),
  );
  expect([...rest.keys()].toSorted()).toEqual(Object.keys(unprovoked));
});

test('behavior: what is provoked is documented', () => {
  const undocumented = told.flatMap((unit) => {
    const documented = documentedErrors(unit);
    const errors = Object.keys(refusals[unit.method] ?? {}).filter((error) => !documented.includes(error));
    return errors.map((error) => `${unit.method} ${error}`);
  });
  expect(undocumented).toEqual([]);
  const documented = new Set(told.flatMap(documentedErrors));
  expect(Object.keys(commonRefusals).filter((error) => !documented.has(error))).toEqual([]);
});

test('behavior: no story and no refusal is of an operation that is not there', () => {
  expect(told).toHaveLength(Object.keys(stories).length);
  expect(Object.keys(refusals).filter((method) => !Object.hasOwn(stories, method))).toEqual([]);
});
