import type { z } from 'zod';
import { component } from '../component.ts';
import type { VoteSelection } from '../fields/activities/vote.ts';
import type { ActivityUnitOf, Version } from './define-activity.ts';
import { Activity, activityRequest, activityResponse } from './envelope.ts';
import { activityType, capitalize, componentPrefix, intentKey, methodName } from './names.ts';
import type { OwnErrors, UnitWords } from './unit-words.ts';

interface VoteWords extends UnitWords {
  /** Whether the vote approves or rejects. */
  readonly selection: z.output<typeof VoteSelection>;
}

interface VoteDefinition<IV extends number, I extends z.ZodObject> extends VoteWords, OwnErrors {
  readonly intent: Version<IV, I>;
  /** Example parameters of a vote, and the activity that it is on. */
  readonly example: { readonly parameters: z.input<NoInfer<I>>; readonly activity: z.input<typeof Activity> };
}

type SubmittedMembers =
  | 'kind'
  | 'name'
  | 'method'
  | 'path'
  | 'version'
  | 'type'
  | 'intentKey'
  | 'parameters'
  | 'request';

/**
 * The unit of a vote. It is submitted like an activity but does not become one: the response is the activity that was voted
 * on, which may be of any type. So a vote has no result, and policies do not apply to it.
 */
export interface VoteUnitOf<Name extends string, IV extends number, I extends z.ZodObject>
  extends Pick<ActivityUnitOf<Name, IV, I, number, z.ZodObject>, SubmittedMembers | 'errors'>,
    VoteWords {
  readonly response: ReturnType<typeof activityResponse<typeof Activity>>;
  readonly example: VoteDefinition<IV, I>['example'];
  readonly superseded: readonly [];
}

/** Defines the unit of a vote. */
export function defineVote<const Name extends string, const IV extends number, I extends z.ZodObject>(
  name: Name,
  { intent, errors = [], ...words }: VoteDefinition<IV, I>,
): VoteUnitOf<Name, IV, I> {
  const type = activityType(name, intent.version);
  const key = intentKey(name, intent.version);
  const prefix = componentPrefix(name);
  const parameters = component(capitalize(key), `The parameters of ${type}.`, intent.schema);
  return {
    kind: 'activity',
    name,
    method: methodName(name),
    path: `/public/v1/submit/${name}`,
    version: intent.version,
    ...words,
    errors,
    type,
    intentKey: key,
    parameters,
    request: component(`${prefix}Request`, `The request body of ${type}.`, activityRequest(type, parameters)),
    response: component(
      `${prefix}ResponseBody`,
      `The response to ${type}: the activity that was voted on.`,
      activityResponse(Activity),
    ),
    superseded: [],
  };
}
