import { EvaluationError } from '../values/evaluation-error.ts';
import type { Value } from '../values/value.ts';
import { describeValue, isList, isMap, isStruct } from '../values/value-kind.ts';
import { valueText } from '../values/value-text.ts';
import type { Budget } from './budget.ts';

const SURROGATE = /[\ud800-\udfff]/;

/**
 * A field of a struct.
 *
 * @param isKnown - whether the type checker knows the field; otherwise only what is the value's own is read.
 */
export function readField(object: Value, field: string, isKnown: boolean): Value {
  if (!isStruct(object)) {
    const hint = isMap(object) ? `, whose values are read with ['${field}']` : '';
    throw new EvaluationError(`expected a struct with the field '${field}', found ${describeValue(object)}${hint}`);
  }
  const value = isKnown || Object.hasOwn(object, field) ? object[field] : undefined;
  if (value === undefined) throw new EvaluationError(`the field '${field}' is missing`);
  return value;
}

/** An item of a list, a character (code point) of a string or a value of a map. */
export function readIndex(object: Value, index: Value, budget: Budget): Value {
  if (isMap(object)) {
    if (typeof index !== 'string')
      throw new EvaluationError(`expected a string as a key, found ${describeValue(index)}`);
    const value = object.get(index);
    if (value === undefined) throw new EvaluationError(`the key ${valueText(index)} is missing`);
    return value;
  }
  const sequence = toSequence(object);
  if (typeof index !== 'bigint') {
    throw new EvaluationError(`expected an integer as a position, found ${describeValue(index)}`);
  }
  const value =
    typeof sequence === 'string'
      ? sliceText(sequence, Number(index), Number(index) + 1, budget)
      : sequence[Number(index)];
  return value ?? outOfRange(index);
}

/** From one position up to, not including, another. Undefined if the list or string is not that long. */
export function readSlice(object: Value, from: number, to: number, budget: Budget): Value | undefined {
  const sequence = toSequence(object);
  if (typeof sequence === 'string') return sliceText(sequence, from, to, budget);
  if (to > sequence.length) return undefined;
  budget.spend(to - from);
  return sequence.slice(from, to);
}

function toSequence(value: Value): string | readonly Value[] {
  if (typeof value === 'string' || isList(value)) return value;
  throw new EvaluationError(`expected a list, a string or a map, found ${describeValue(value)}`);
}

export function outOfRange(position: bigint): never {
  throw new EvaluationError(`the position ${position} is out of range`);
}

/** Reads no further than it has to, because the string can be long. */
function sliceText(text: string, from: number, to: number, budget: Budget): string | undefined {
  if (from < 0 || to > text.length) return undefined;
  budget.spendOnText(to);
  const start = skipCharacters(text, 0, from);
  const end = start === undefined ? undefined : skipCharacters(text, start, to - from);
  return end === undefined ? undefined : text.slice(start, end);
}

function skipCharacters(text: string, offset: number, count: number): number | undefined {
  if (count === 0) return offset;
  if (offset + count > text.length) return undefined;
  // Without surrogates a character is a code unit.
  if (!SURROGATE.test(text.slice(offset, offset + count))) return offset + count;
  let end = offset;
  for (let read = 0; read < count; read += 1) {
    const code = text.codePointAt(end);
    if (code === undefined) return undefined;
    end += code > 0xffff ? 2 : 1;
  }
  return end;
}
