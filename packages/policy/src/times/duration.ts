const MINUTE = 60_000;
const UNITS = { d: 1_440 * MINUTE, h: 60 * MINUTE, m: MINUTE } as const;
const DURATION = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?$/;

/** Milliseconds of a duration such as 8h, 90m or 1d12h, or undefined if it is not one. */
export function readDuration(text: string): number | undefined {
  const match = text === '' ? undefined : DURATION.exec(text);
  if (!match) return undefined;
  const [, days = '0', hours = '0', minutes = '0'] = match;
  return Number(days) * UNITS.d + Number(hours) * UNITS.h + Number(minutes) * UNITS.m;
}
