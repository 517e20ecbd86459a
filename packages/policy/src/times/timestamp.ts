// RFC 3339 §5.6 with the offsets that mean UTC; more than nanoseconds are not read.
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:[Zz]|[+-]00:00)$/;

/** The moment, or undefined if it is not RFC 3339 in UTC, does not exist, or is more exact than the clock (milliseconds). */
export function readTimestamp(text: string): Date | undefined {
  const [, day, time, fraction = ''] = TIMESTAMP.exec(text) ?? [];
  const padded = fraction.padEnd(9, '0');
  if (!padded.endsWith('000000')) return undefined;
  const canonical = `${day}T${time}.${padded.slice(0, 3)}Z`;
  const date = new Date(canonical);
  // 30 February and 24:00 would be read as the next day.
  return Number.isNaN(date.getTime()) || date.toISOString() !== canonical ? undefined : date;
}
