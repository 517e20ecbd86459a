import { type ActivityUnit, activities, type VoteUnit } from '@mintmark/schema';

/** A unit whose requests become activities, unlike votes. */
export type SubmitUnit = Exclude<ActivityUnit, VoteUnit>;

export const isVote = (unit: ActivityUnit): unit is VoteUnit => 'selection' in unit;

/** One type of activity: the current one of its unit, or an older one that the unit's path still accepts. */
export interface ActivityTypeEntry {
  readonly unit: SubmitUnit;
  readonly type: string;
  readonly intentKey: string;
  readonly resultKey: string;
  /** What differs in an older type; undefined for the current type. */
  readonly older: SubmitUnit['superseded'][number] | undefined;
}

const entriesOf = (unit: SubmitUnit): ActivityTypeEntry[] => [
  { unit, type: unit.type, intentKey: unit.intentKey, resultKey: unit.resultKey, older: undefined },
  ...unit.superseded.map((older) => ({
    unit,
    type: older.type,
    intentKey: older.intentKey,
    resultKey: older.resultKey,
    older,
  })),
];

/** Every type that is accepted, by its name. */
export const activityTypes: ReadonlyMap<string, ActivityTypeEntry> = new Map(
  Object.values<ActivityUnit>(activities)
    .filter((unit) => !isVote(unit))
    .flatMap(entriesOf)
    .map((entry) => [entry.type, entry]),
);
