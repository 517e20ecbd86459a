/**
 * Whether two JSON values say the same: in any order of members, and with null, a member left out and an empty list being
 * one. It goes no deeper than the shallower of the two.
 */
export function equalJson(one: unknown, other: unknown): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  const [left, right] = [one as Members, other as Members];
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => equalJson(member(left, name), member(right, name)));
}

type Members = { readonly [name: string]: unknown };

/** Only own members: `__proto__` is a member like any other. */
function member(value: Members, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
