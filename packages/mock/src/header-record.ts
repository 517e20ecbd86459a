import type { HeaderValues } from './exchange.ts';

/** Headers by lower-case name, each with its values as received. */
export function headerLists(headers: HeaderValues): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  const pairs = Symbol.iterator in headers ? headers : Object.entries(headers);
  for (const [name, value] of pairs) {
    if (value === undefined) continue;
    const key = name.toLowerCase();
    lists.set(key, [lists.get(key) ?? [], value].flat());
  }
  return lists;
}

/** Headers by lower-case name; repeated headers are joined as HTTP joins them. */
export function headerRecord(headers: HeaderValues): Record<string, string> {
  return Object.fromEntries([...headerLists(headers)].map(([name, values]) => [name, values.join(', ')]));
}
