import type { Violation } from './exchange.ts';
import type { Operation } from './operations.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The violations in the intents and results of a response. Objects in responses are open to new members. But an intent has
 * exactly one member, and a result has one when the activity is completed and none before.
 */
export function activityViolations({ activity: version }: Operation, body: unknown): Violation[] {
  if (!isObject(body)) return [];
  const { activity, activities } = body;
  const listed = Array.isArray(activities) ? activities : [];
  // A vote has no result; the response to it is the activity that was voted on, which may be of any type.
  const { intentKey, resultKey } = version?.resultKey ? version : {};
  return [
    ...violationsOf('body.activity', activity, intentKey, resultKey),
    ...listed.flatMap((one, index) => violationsOf(`body.activities.${index}`, one)),
  ];
}

/** The keys are absent when the activity can be of any type. The schema already refuses values of another shape. */
function violationsOf(location: string, activity: unknown, intentKey?: string, resultKey?: string): Violation[] {
  if (!isObject(activity)) return [];
  const { intent, result, status } = activity;
  const isCompleted = status === 'ACTIVITY_STATUS_COMPLETED';
  return [
    ...memberViolations(`${location}.intent`, intent, intentKey),
    ...(isCompleted ? memberViolations(`${location}.result`, result, resultKey) : []),
    ...(!isCompleted && isObject(result) && Object.keys(result).length > 0
      ? [violation(`${location}.result`, 'must be empty until the activity is completed')]
      : []),
  ];
}

function memberViolations(location: string, holder: unknown, key: string | undefined): Violation[] {
  if (!isObject(holder)) return [];
  const names = Object.keys(holder);
  if (names.length === 1 && (key === undefined || names[0] === key)) return [];
  const member = key === undefined ? 'one member' : `one member, ${key}`;
  return [violation(location, `must have exactly ${member}, not ${names.join(', ') || 'none'}`)];
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const violation = (location: string, message: string): Violation => ({ where: 'response', location, message });
