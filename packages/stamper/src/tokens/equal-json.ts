/** Deeper than any signed value. */
const deepest = 32;

/**
 * Whether two JSON values have the same content. The order of members does not matter, and null, an absent member and an
 * empty list are equal. Values that are nested too deeply are never equal.
 */
export function equalJson(one: unknown, other: unknown, depth = deepest): boolean {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other);
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  if (depth === 0) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => equalJson(item, other[index], depth - 1))
    );
  }
  const [left, right] = [one as Members, other as Members];
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => equalJson(member(left, name), member(right, name), depth - 1));
}

type Members = { readonly [name: string]: unknown };

/** Only own members, so that `__proto__` is a member like any other. */
function member(value: Members, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
