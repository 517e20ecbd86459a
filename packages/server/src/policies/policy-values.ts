import { asActivity, deniesOnly, type PolicyView } from '../contract/policy-view.ts';
import type { PolicySubject } from '../contract/read-activity.ts';
import { EvaluationError } from './language/evaluation-error.ts';
import type { Value } from './language/value.ts';
import { isList, isMap, isStruct } from './language/value-kind.ts';
import { valueText } from './language/value-text.ts';
import { activityOf, parameterOf } from './namespaces/activity.ts';
import { conditionScope } from './namespaces/scopes.ts';

/** A value under the name that a policy would read it by. */
interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** A transaction can have thousands of instructions, and its words come from the request. */
const mostValues = 300;
const mostOfNamespace = 100;
const deepest = 8;
const longestName = 200;

/** What policies see of an activity, value by value. */
export function policyValues(subject: PolicySubject, views: readonly PolicyView[]): NamedValue[] {
  const seen = new Map<string, NamedValue>();
  for (const view of views) {
    if (view[deniesOnly]) continue;
    const seenActivity = view[asActivity] ?? subject;
    for (const namespace of Object.keys(conditionScope)) {
      const value =
        namespace === 'activity' ? activityOf(seenActivity) : (view[namespace] ?? parameterOf(seenActivity, namespace));
      if (value === undefined) continue;
      let left = mostOfNamespace;
      for (const one of valuesIn(namespace, value, 0)) {
        if (seen.size >= mostValues) return [...seen.values()];
        // Several views share what is the same for all.
        seen.set(`${one.name} ${one.value}`, one);
        left -= 1;
        if (left === 0) break;
      }
    }
  }
  return [...seen.values()];
}

function* valuesIn(name: string, value: Value, depth: number): Generator<NamedValue> {
  const isShown = depth >= deepest || name.length > longestName;
  if (!isShown && isList(value) && value.some((item) => typeof item === 'object')) {
    for (const [index, item] of value.entries()) yield* valuesIn(`${name}[${index}]`, item, depth + 1);
  } else if (!isShown && isMap(value)) {
    for (const [key, item] of value) yield* valuesIn(`${name}['${key}']`, item, depth + 1);
  } else if (!isShown && isStruct(value)) {
    for (const field of Object.keys(value)) {
      const member = read(() => value[field]);
      if (member !== undefined) yield* valuesIn(`${name}.${field}`, member, depth + 1);
    }
  } else yield { name: name.slice(0, longestName), value: valueText(value) };
}

/** A getter may refuse its value, which other fields do not depend on. */
function read(getter: () => Value | undefined): Value | undefined {
  try {
    return getter();
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}
