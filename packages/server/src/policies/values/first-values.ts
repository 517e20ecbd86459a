import { valueText } from '@mintmark/policy';
import type { ActivityValue } from '@mintmark/schema/fields/policies/activity-value';
import type { z } from 'zod';
import type { PolicyValue } from './policy-values.ts';

type ShownValue = z.output<typeof ActivityValue>;

const maxValues = 300;
const longestName = 200;

interface FirstValues {
  readonly values: ShownValue[];
  /** How many values are missing or cut. */
  readonly omittedValues: number;
}

/** The first values of an activity, of which long ones are cut. Reading the others would take an answer of its own. */
export function firstValues(all: Iterable<PolicyValue>): FirstValues {
  const values: ShownValue[] = [];
  let omittedValues = 0;
  for (const { name, value, ...place } of all) {
    const text = values.length < maxValues ? valueText(value) : undefined;
    if (text !== undefined) values.push({ name: name.slice(0, longestName), value: text, ...place });
    if (text === undefined || name.length > longestName || isCut(text)) omittedValues += 1;
  }
  return { values, omittedValues };
}

/** No complete value ends like this: a text ends with its quote. */
const isCut = (text: string): boolean => text.endsWith('…');
