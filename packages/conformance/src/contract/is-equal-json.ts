/** Whether two values are equal as JSON, regardless of the order of members. */
export function isEqualJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isEqualJson((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
