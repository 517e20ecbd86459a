import type { Budget } from './budget.ts';
import { EvaluationError } from './evaluation-error.ts';
import type { Value } from './value.ts';
import { describeValue, isList, isMap, isStruct } from './value-kind.ts';

/** @param isKnown - whether the type checker knows the field; otherwise only what is the value's own is read. */
export function readField(object: Value, field: string, isKnown: boolean): Value {
  if (!isStruct(object)) {
    const hint = isMap(object) ? `, whose values are read with ['${field}']` : '';
    throw new EvaluationError(`expected a struct with the field '${field}', found ${describeValue(object)}${hint}`);
  }
  const value = isKnown || Object.hasOwn(object, field) ? object[field] : undefined;
  if (value === undefined) throw new EvaluationError(`the field '${field}' is missing`);
  return value;
}

export function readIndex(object: Value, index: Value, budget: Budget): Value {
  if (isMap(object)) {
    if (typeof index !== 'string')
      throw new EvaluationError(`expected a string as a key, found ${describeValue(index)}`);
    const value = object.get(index);
    if (value === undefined) throw new EvaluationError(`the key '${index}' is missing`);
    return value;
  }
  if (typeof index !== 'bigint') {
    throw new EvaluationError(
      `expected ${isList(object) ? 'an integer' : 'a map'}, found ${describeValue(isList(object) ? index : object)}`,
    );
  }
  const item = isList(object) ? object[position(index, object.length)] : readSlice(object, index, index + 1n, budget);
  if (item === undefined) throw new EvaluationError(`the index ${index} is out of range`);
  return item;
}

/** From one position up to, not including, another. Characters of a string are code points. */
export function readSlice(object: Value, from: bigint, to: bigint, budget: Budget): Value {
  if (isList(object)) {
    const end = position(to, object.length + 1);
    budget.spend(Number(to - from));
    return object.slice(Number(from), end);
  }
  if (typeof object !== 'string') {
    throw new EvaluationError(`expected a list, a string or a map, found ${describeValue(object)}`);
  }
  // A code point has one or two code units.
  const most = position(to, object.length + 1);
  budget.spendOnText(most);
  const start = offsetAfter(object, 0, Number(from));
  return object.slice(start, offsetAfter(object, start, most - Number(from)));
}

/** The offset that is a number of code points after another one. */
function offsetAfter(text: string, start: number, count: number): number {
  let offset = start;
  for (let read = 0; read < count; read += 1) {
    const code = text.codePointAt(offset);
    if (code === undefined) throw new EvaluationError(`the string has less than ${count} characters`);
    offset += code > 0xffff ? 2 : 1;
  }
  return offset;
}

function position(index: bigint, length: number): number {
  if (index >= 0n && index < BigInt(length)) return Number(index);
  throw new EvaluationError(`the position ${index} is out of range`);
}
