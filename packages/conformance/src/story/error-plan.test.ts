import { registry } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { documentedErrors } from '../contract/documented-examples.ts';
import { commonRefusals } from './common-refusals.ts';
import { errorPlan, told } from './error-plan.ts';
import { stories } from './stories.ts';
import { unprovoked } from './unprovoked.ts';

const plans = told.map(errorPlan);

/** The reasons why errors are not provoked, for one operation or for all. */
const reasons: Readonly<Record<string, string>> = {
  ...unprovoked,
  ...Object.fromEntries(
    Object.entries(stories).flatMap(([method, story]) =>
      Object.entries(story.unprovoked ?? {}).map(([error, reason]) => [`${method} ${error}`, reason]),
    ),
  ),
};

/** The entry that says why an operation's error is not provoked. */
const entryOf = (method: string, error: string) =>
  Object.hasOwn(reasons, `${method} ${error}`) ? `${method} ${error}` : error;

test('default: every documented error is provoked, or there is a reason why not', () => {
  const rest = Map.groupBy(
    told.flatMap((unit) => errorPlan(unit).rest.map((error) => entryOf(unit.method, error))),
    (entry) => entry,
  );
  const provoked = plans.flatMap((plan) => plan.provoked).length;
  console.log(
    [
      `operations: ${told.length} of ${Object.keys(registry).length}`,
      `documented errors: ${provoked} of ${told.flatMap(documentedErrors).length} provoked; not:`,
      ...[...rest].map(([entry, { length }]) => `  ${length} ${entry}: ${reasons[entry]}`).toSorted(),
    ].join('\n'),
  );
  const unexplained = told.flatMap((unit) =>
    errorPlan(unit)
      .rest.filter((error) => !Object.hasOwn(reasons, entryOf(unit.method, error)))
      .map((error) => `${unit.method} ${error}`),
  );
  expect(unexplained, 'the refusals or the unprovoked errors of a story lack these').toEqual([]);
  expect([...rest.keys()].toSorted()).toEqual(Object.keys(reasons).toSorted());
});

test('behavior: what is provoked is documented', () => {
  const undocumented = told.flatMap((unit) => {
    const documented = documentedErrors(unit);
    const errors = Object.keys(stories[unit.method]?.refusals ?? {}).filter((error) => !documented.includes(error));
    return errors.map((error) => `${unit.method} ${error}`);
  });
  expect(undocumented).toEqual([]);
  const documented = new Set(told.flatMap(documentedErrors));
  expect(Object.keys(commonRefusals).filter((error) => !documented.has(error))).toEqual([]);
});

test('behavior: every story belongs to an existing operation', () => {
  expect(told).toHaveLength(Object.keys(stories).length);
});
