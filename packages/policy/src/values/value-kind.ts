import { EvaluationError } from './evaluation-error.ts';
import type { Struct, Value } from './value.ts';

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isMap(value: Value): value is ReadonlyMap<string, Value> {
  return value instanceof Map;
}

export function isStruct(value: Value): value is Struct {
  return typeof value === 'object' && !isList(value) && !isMap(value) && !(value instanceof Date);
}

/** With its article, for errors: "a list". */
export function describeValue(value: Value): string {
  if (typeof value === 'boolean') return 'a boolean';
  if (typeof value === 'bigint') return 'an integer';
  if (typeof value === 'string') return 'a string';
  if (value instanceof Date) return 'a timestamp';
  if (isList(value)) return 'a list';
  return isMap(value) ? 'a map' : 'a struct';
}

/** Milliseconds since 1970. */
export function momentOf(date: Date): number {
  const moment = date.getTime();
  if (Number.isNaN(moment)) throw new EvaluationError('the timestamp is not valid');
  return moment;
}

export function toBool(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw new EvaluationError(`expected a boolean, found ${describeValue(value)}`);
}

export function toList(value: Value): readonly Value[] {
  if (isList(value)) return value;
  throw new EvaluationError(`expected a list, found ${describeValue(value)}`);
}

/** In milliseconds since 1970. */
export function toMoment(value: Value): number {
  if (value instanceof Date) return momentOf(value);
  throw new EvaluationError(`expected a timestamp, found ${describeValue(value)}`);
}
