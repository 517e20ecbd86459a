/** Whether a value contains another: every member of an object, and a match for each item of a list. */
export function isPartOf(part: unknown, whole: unknown): boolean {
  if (typeof part !== 'object' || typeof whole !== 'object' || part === null || whole === null) return part === whole;
  if (Array.isArray(part))
    return Array.isArray(whole) && part.every((one) => whole.some((candidate) => isPartOf(one, candidate)));
  return Object.entries(part).every(
    ([key, value]) => Object.hasOwn(whole, key) && isPartOf(value, (whole as Record<string, unknown>)[key]),
  );
}
