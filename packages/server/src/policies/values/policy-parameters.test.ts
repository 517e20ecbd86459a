import type { Type, Value } from '@mintmark/policy';
import { activityParameters } from '@mintmark/policy/namespaces';
import { type ActivityUnit, activities } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { isVote } from '../../core/handlers/activity-types.ts';
import { activityHandler } from '../../operations/handlers.ts';

const prefix = 'activity.params.';

/** Whether a value is of a type, in the form in which it is compared. */
function isOf(type: Type | undefined, value: Value | undefined): boolean {
  switch (type?.kind) {
    case 'int':
      return typeof value === 'bigint';
    case 'string':
      return typeof value === 'string' && (type.form?.read(value) ?? value) === value;
    case 'list':
      return Array.isArray(value) && value.every((item) => isOf(type.item, item));
    default:
      return false;
  }
}

/** What policies see of the example of each activity. */
const shown = Object.values<ActivityUnit>(activities)
  .filter((unit) => !isVote(unit))
  .flatMap(({ name, example }) => {
    const parameters = activityHandler(name)?.policyParameters?.(example.parameters as never);
    return parameters ? [{ name, parameters }] : [];
  });

test('default: handlers show only parameters of the table, in their form', () => {
  const wrong = shown.flatMap(({ name, parameters }) =>
    Object.entries(parameters).flatMap(([field, value]) =>
      isOf(activityParameters[`${prefix}${field}`]?.type, value) ? [] : `${name}: ${field}`,
    ),
  );
  expect(wrong).toEqual([]);
});

test('default: each parameter of the table is shown by the activities that its description names', () => {
  const named = Object.entries(activityParameters).flatMap(([field, { description }]) =>
    (/In (.*)\.$/.exec(description)?.[1] ?? '')
      .split(/, | and /)
      .map((name) => `${name}: ${field.replace(prefix, '')}`),
  );
  const made = shown.flatMap(({ name, parameters }) => Object.keys(parameters).map((field) => `${name}: ${field}`));
  expect(made.toSorted()).toEqual(named.toSorted());
});

/** How activities name users, and what policies see. Policies cannot allow update_root_quorum. */
const ofUsers: Readonly<Record<string, string>> = {
  userId: 'user_id',
  userIds: 'user_ids',
  addUserIds: 'user_ids',
  removeUserIds: 'user_ids',
};

test('behavior: policies see the users of every activity that names some', () => {
  const naming = Object.values<ActivityUnit>(activities)
    .filter((unit) => !isVote(unit) && !('rootQuorumOnly' in unit.policy))
    .flatMap(({ name, parameters }) =>
      Object.keys(parameters.shape).flatMap((member) => (ofUsers[member] ? `${name}: ${ofUsers[member]}` : [])),
    );
  const made = shown.flatMap(({ name, parameters }) => Object.keys(parameters).map((field) => `${name}: ${field}`));
  expect(naming.filter((one) => !made.includes(one))).toEqual([]);
});
