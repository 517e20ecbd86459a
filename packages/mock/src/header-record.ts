import type { HeaderValues } from './exchange.ts';

/** Headers by lower-case name; those that are there several times, joined as HTTP joins them. */
export function headerRecord(headers: HeaderValues): Record<string, string> {
  const record: Record<string, string> = {};
  const pairs = Symbol.iterator in headers ? headers : Object.entries(headers);
  for (const [name, value] of pairs) {
    if (value === undefined) continue;
    const key = name.toLowerCase();
    const text = [value].flat().join(', ');
    record[key] = record[key] === undefined ? text : `${record[key]}, ${text}`;
  }
  return record;
}
