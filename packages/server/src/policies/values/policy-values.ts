import { EvaluationError, isList, isMap, isStruct, type Struct, type Value, valueText } from '@mintmark/policy';
import { activityOf, conditionScope, parameterOf } from '@mintmark/policy/namespaces';
import { asActivity, deniesOnly, type PolicyView, type SeenActivity } from '../../core/handlers/policy-view.ts';
import type { PolicySubject } from '../../core/requests/read-activity.ts';
import { type ValueOrder, valueOrder } from './value-order.ts';

/** A value under the name that a policy would read it by. */
export interface PolicyValue {
  readonly name: string;
  readonly value: Value;
  /** To which of several transactions, calls or payloads it belongs, if there are several. */
  readonly index?: number;
}

/**
 * What policies see of an activity, value by value: what it is, then the first part of everything that it signs, then the keys,
 * then the rest. It is bounded by the size of the request.
 */
export function* policyValues(subject: PolicySubject, views: readonly PolicyView[]): Generator<PolicyValue> {
  const shown = views.filter((view) => !view[deniesOnly]);
  const others = Object.keys(conditionScope).filter((namespace) => !Object.hasOwn(valueOrder, namespace));
  const activities = [subject, ...shown.flatMap((view) => view[asActivity] ?? [])];
  for (const [index, activity] of activities.entries())
    for (const value of ofActivity(activity, others)) yield activities.length === 1 ? value : { ...value, index };
  yield* ofContents(shown, firstOf);
  yield* onlyOnce(others.flatMap((namespace) => shown.map((view) => ({ namespace, value: view[namespace] }))));
  yield* ofContents(shown, restOf);
}

/** What an activity is, and its parameters. */
function* ofActivity(activity: SeenActivity, namespaces: readonly string[]): Generator<PolicyValue> {
  yield* leavesOf('activity', activityOf(activity));
  for (const namespace of namespaces) {
    const parameter = parameterOf(activity.parameters, namespace);
    if (parameter !== undefined) yield* leavesOf(namespace, parameter);
  }
}

type Walk = (name: string, value: Value, order: ValueOrder) => Generator<PolicyValue>;

/** What is signed. Views of several keys share it, and several views have several of it. */
function* ofContents(views: readonly PolicyView[], walk: Walk): Generator<PolicyValue> {
  for (const [namespace, order] of Object.entries(valueOrder)) {
    const contents = [...new Set(views.map((view) => view[namespace]))].filter((content) => content !== undefined);
    for (const [index, content] of contents.entries())
      for (const value of walk(namespace, content, order)) yield contents.length === 1 ? value : { ...value, index };
  }
}

/** The keys of several views are often the same ones. */
function* onlyOnce(
  parts: readonly { readonly namespace: string; readonly value: Value | undefined }[],
): Generator<PolicyValue> {
  const seen = new Set<string>();
  for (const { namespace, value } of parts) {
    if (value === undefined) continue;
    for (const leaf of leavesOf(namespace, value)) {
      const text = `${leaf.name} ${valueText(leaf.value, Number.POSITIVE_INFINITY)}`;
      if (!seen.has(text)) yield leaf;
      seen.add(text);
    }
  }
}

/** What an order names, in that order. */
function* firstOf(name: string, value: Value, order: ValueOrder): Generator<PolicyValue> {
  for (const [place, struct] of structsOf(name, value))
    for (const entry of order) {
      const [field, inner] = typeof entry === 'string' ? [entry] : entry;
      const member = read(() => struct[field]);
      if (member === undefined) continue;
      yield* inner ? firstOf(`${place}.${field}`, member, inner) : leavesOf(`${place}.${field}`, member);
    }
}

/** What an order does not name. */
function* restOf(name: string, value: Value, order: ValueOrder): Generator<PolicyValue> {
  for (const [place, struct] of structsOf(name, value))
    for (const field of Object.keys(struct)) {
      if (order.includes(field)) continue;
      const member = read(() => struct[field]);
      if (member === undefined) continue;
      const [, inner] = order.find((entry) => typeof entry !== 'string' && entry[0] === field) ?? [];
      yield* Array.isArray(inner) ? restOf(`${place}.${field}`, member, inner) : leavesOf(`${place}.${field}`, member);
    }
}

/** A struct, or the structs of a list. */
function* structsOf(name: string, value: Value): Generator<readonly [name: string, struct: Struct]> {
  if (isList(value)) for (const [index, item] of value.entries()) yield* structsOf(`${name}[${index}]`, item);
  else if (isStruct(value)) yield [name, value];
}

function* leavesOf(name: string, value: Value): Generator<PolicyValue> {
  if (isList(value) && !isShort(value)) {
    for (const [index, item] of value.entries()) yield* leavesOf(`${name}[${index}]`, item);
  } else if (isMap(value)) {
    for (const [key, item] of value) yield* leavesOf(`${name}['${key}']`, item);
  } else if (isStruct(value)) {
    for (const field of Object.keys(value)) {
      const member = read(() => value[field]);
      if (member !== undefined) yield* leavesOf(`${name}.${field}`, member);
    }
  } else yield { name, value };
}

const longestList = 100;

/** Whether a list is read more easily as one value, and cannot be read in two ways. */
const isShort = (list: readonly Value[]): boolean =>
  list.every((item) => typeof item !== 'object' && !(typeof item === 'string' && item.includes("'"))) &&
  valueText(list, longestList + 1).length <= longestList;

/** A getter may refuse its value, which other fields do not depend on. */
function read(getter: () => Value | undefined): Value | undefined {
  try {
    return getter();
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}
