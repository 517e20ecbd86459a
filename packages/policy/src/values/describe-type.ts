import type { Type } from './type.ts';

const WORDS = {
  bool: ['a boolean', 'booleans'],
  int: ['an integer', 'integers'],
  string: ['a string', 'strings'],
  timestamp: ['a timestamp', 'timestamps'],
  list: ['a list', 'lists'],
  map: ['a map', 'maps'],
  struct: ['a struct', 'structs'],
  any: ['a value', 'values'],
} as const;

/** With its article, for errors: "a list of integers". */
export function describeType(type: Type): string {
  if (type.kind === 'list') return type.item.kind === 'any' ? 'a list' : `a list of ${WORDS[type.item.kind][1]}`;
  if (type.kind === 'struct') return `the struct ${type.name}`;
  return WORDS[type.kind][0];
}

const SHOWN = 20;

/** A bounded list for "expected one of …". */
export function oneOf(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  if (names.length === 1) return String(names[0]);
  return `one of ${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ', …' : ''}`;
}
