import { describe, expect, test } from 'vitest';
import { CronSpan } from './cron-span.ts';

function isActive(cron: string, duration: string, zone: string, now: string): boolean {
  const span = CronSpan.read([cron, duration, zone]);
  if (!(span instanceof CronSpan)) throw new Error(span.expected);
  return span.includes(Date.parse(now));
}

/** Moments, and whether the span includes each. */
type Cases = readonly (readonly [string, boolean])[];

function check(cron: string, duration: string, zone: string, cases: Cases): void {
  expect(cases.map(([now]) => [now, isActive(cron, duration, zone, now)])).toEqual(cases);
}

test('default: office hours', () => {
  check('0 9 * * 1-5', '8h', 'UTC', [
    ['2026-11-16T08:59:59.999Z', false],
    ['2026-11-16T09:00:00.000Z', true],
    ['2026-11-16T16:59:59.999Z', true],
    ['2026-11-16T17:00:00.000Z', false],
    // Friday, Saturday, Sunday.
    ['2026-11-20T12:00:00.000Z', true],
    ['2026-11-21T12:00:00.000Z', false],
    ['2026-11-22T12:00:00.000Z', false],
  ]);
});

test('behavior: a span goes on past midnight and the end of the month', () => {
  check('30 22 31 12 *', '1d12h', 'UTC', [
    ['2026-12-31T22:29:59Z', false],
    ['2026-12-31T22:30:00Z', true],
    ['2027-01-02T10:29:59Z', true],
    ['2027-01-02T10:30:00Z', false],
  ]);
});

test('behavior: seven days without a gap', () => {
  check('0 0 * * 0', '7d', 'Asia/Tokyo', [
    ['2026-11-21T14:59:59Z', true],
    ['2026-11-21T15:00:00Z', true],
    ['2026-11-25T00:00:00Z', true],
  ]);
});

test('behavior: lists and ranges', () => {
  check('0,30 8-9,17 * * *', '10m', 'UTC', [
    ['2026-11-16T08:09:00Z', true],
    ['2026-11-16T08:10:00Z', false],
    ['2026-11-16T09:35:00Z', true],
    ['2026-11-16T10:05:00Z', false],
    ['2026-11-16T17:30:00Z', true],
  ]);
});

test('behavior: a restricted day of the month or a restricted day of the week is enough', () => {
  // The 13th, or a Friday; a Sunday written as 7.
  check('0 12 13 * 5,7', '1h', 'UTC', [
    ['2026-11-13T12:30:00Z', true],
    ['2026-10-13T12:30:00Z', true],
    ['2026-11-20T12:30:00Z', true],
    ['2026-11-22T12:30:00Z', true],
    ['2026-11-19T12:30:00Z', false],
  ]);
  check('0 12 13 * *', '1h', 'UTC', [
    ['2026-10-13T12:30:00Z', true],
    ['2026-11-20T12:30:00Z', false],
  ]);
  check('0 12 * * 5', '1h', 'UTC', [
    ['2026-10-13T12:30:00Z', false],
    ['2026-11-20T12:30:00Z', true],
  ]);
});

test('behavior: 29 February', () => {
  check('0 0 29 2 *', '1d', 'UTC', [
    ['2028-02-29T12:00:00Z', true],
    ['2027-03-01T12:00:00Z', false],
  ]);
});

test('behavior: zones that are not whole hours from UTC', () => {
  check('0 9 * * *', '1m', 'Asia/Kathmandu', [
    ['2026-11-16T03:14:59Z', false],
    ['2026-11-16T03:15:00Z', true],
    ['2026-11-16T03:16:00Z', false],
  ]);
});

describe('behavior: Europe/Berlin, where 2026-03-29 has no 02:00 to 03:00 and 2026-10-25 has it twice', () => {
  test('local times on both sides of the change', () => {
    check('0 9 * * *', '1h', 'Europe/Berlin', [
      ['2026-03-28T08:30:00Z', true],
      ['2026-03-29T07:30:00Z', true],
      ['2026-03-29T08:30:00Z', false],
      ['2026-10-24T07:30:00Z', true],
      ['2026-10-25T08:30:00Z', true],
      ['2026-10-25T07:30:00Z', false],
    ]);
  });

  test('a local time that does not exist does not fire', () => {
    check('30 2 * * *', '1h', 'Europe/Berlin', [
      ['2026-03-28T01:30:00Z', true],
      ['2026-03-29T00:30:00Z', false],
      ['2026-03-29T01:00:00Z', false],
      ['2026-03-29T01:30:00Z', false],
      ['2026-03-30T00:30:00Z', true],
    ]);
  });

  test('a duration is elapsed time, also across the change', () => {
    check('0 1 29 3 *', '2h', 'Europe/Berlin', [
      ['2026-03-29T00:00:00Z', true],
      // 03:59:59 and 04:00 in Berlin.
      ['2026-03-29T01:59:59Z', true],
      ['2026-03-29T02:00:00Z', false],
    ]);
  });

  test('a local time that occurs twice fires twice', () => {
    check('30 2 25 10 *', '10m', 'Europe/Berlin', [
      ['2026-10-25T00:29:59Z', false],
      ['2026-10-25T00:30:00Z', true],
      ['2026-10-25T00:40:00Z', false],
      ['2026-10-25T01:29:59Z', false],
      ['2026-10-25T01:30:00Z', true],
      ['2026-10-25T01:40:00Z', false],
    ]);
  });

  test('the first moment after the change', () => {
    check('0 3 29 3 *', '1m', 'Europe/Berlin', [
      ['2026-03-29T00:59:59.999Z', false],
      ['2026-03-29T01:00:00Z', true],
      ['2026-03-29T01:01:00Z', false],
    ]);
  });
});

describe('behavior: America/New_York, where 2026-03-08 has no 02:00 to 03:00 and 2026-11-01 has 01:00 to 02:00 twice', () => {
  test('office hours', () => {
    check('0 9 * * *', '8h', 'America/New_York', [
      ['2026-03-07T13:59:59Z', false],
      ['2026-03-07T14:00:00Z', true],
      ['2026-03-08T12:59:59Z', false],
      ['2026-03-08T13:00:00Z', true],
      ['2026-03-08T21:00:00Z', false],
      ['2026-11-01T13:59:59Z', false],
      ['2026-11-01T14:00:00Z', true],
    ]);
  });

  test('no fire in the hour that is skipped, two in the hour that is repeated', () => {
    check('0 2 8 3 *', '30m', 'America/New_York', [
      ['2026-03-08T06:30:00Z', false],
      ['2026-03-08T07:00:00Z', false],
    ]);
    check('0 1 1 11 *', '30m', 'America/New_York', [
      ['2026-11-01T05:00:00Z', true],
      ['2026-11-01T05:30:00Z', false],
      ['2026-11-01T06:00:00Z', true],
      ['2026-11-01T06:30:00Z', false],
    ]);
  });

  test('a week across the change', () => {
    check('0 0 5 3 *', '7d', 'America/New_York', [
      ['2026-03-05T04:59:59Z', false],
      ['2026-03-05T05:00:00Z', true],
      ['2026-03-12T04:59:59Z', true],
      ['2026-03-12T05:00:00Z', false],
    ]);
  });
});

test('behavior: agrees with a minute-by-minute search around changes of clocks', () => {
  const spans = [
    ['15,45 1-3 * * *', '20m'],
    ['0 2 * * 0', '3h'],
    ['59 23 * * *', '25h'],
    ['30 1,2 8,25,29 * *', '1d'],
  ] as const;
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
  const starts = ['2026-03-07T22:00:00Z', '2026-03-28T22:00:00Z', '2026-04-04T12:00:00Z', '2026-10-24T22:00:00Z'];
  for (const zone of zones) {
    const clock = localClock(zone);
    for (const start of starts) {
      const from = Date.parse(start) - 36 * 3_600_000;
      const shown = Array.from({ length: 60 * 48 }, (_, minute) => clock(from + minute * 60_000));
      for (const [cron, duration] of spans) {
        const minutes = { '20m': 20, '3h': 180, '25h': 1_500, '1d': 1_440 }[duration];
        const span = CronSpan.read([cron, duration, zone]);
        if (!(span instanceof CronSpan)) throw new Error(span.expected);
        const fires = shown.map((time) => names(cron, time));
        for (let minute = 36 * 60; minute < shown.length; minute += 7) {
          const expected = fires.slice(Math.max(0, minute - minutes + 1), minute + 1).includes(true);
          const found = span.includes(from + minute * 60_000 + 30_000);
          if (found !== expected) throw new Error(`${cron} ${duration} ${zone}: ${new Date(from + minute * 60_000)}`);
        }
      }
    }
  }
});

interface LocalTime {
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
}

/** Written independently of the zones in the source: by the text of a locale. */
function localClock(timeZone: string): (moment: number) => LocalTime {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (moment) => {
    const text = format.format(moment);
    const [month = 0, day = 0, hour = 0, minute = 0] = [
      text.slice(5, 7),
      text.slice(8, 10),
      text.slice(11, 13),
      text.slice(14),
    ].map(Number);
    return { month, day, hour, minute, weekday: new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay() };
  };
}

function names(cron: string, time: LocalTime): boolean {
  const [minute = '', hour = '', day = '', , weekday = ''] = cron.split(' ');
  const has = (field: string, value: number) =>
    field === '*' ||
    field.split(',').some((part) => value >= Number(part.split('-')[0]) && value <= Number(part.split('-').at(-1)));
  return has(minute, time.minute) && has(hour, time.hour) && has(day, time.day) && has(weekday, time.weekday);
}
