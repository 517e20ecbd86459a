import { type Cron, readCron } from './cron.ts';
import { readDuration } from './duration.ts';
import { Zone } from './zone.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LONGEST = 7 * DAY;

/**
 * The times from each fire of a cron text until a duration later. A fire is a moment at which the clocks of the zone show a
 * time that the text names: a local time that a change of clocks skips does not fire, and one that occurs twice fires twice.
 */
export class CronSpan {
  readonly #cron: Cron;
  readonly #duration: number;
  readonly #zone: Zone;

  private constructor(cron: Cron, duration: number, zone: Zone) {
    this.#cron = cron;
    this.#duration = duration;
    this.#zone = zone;
  }

  /** The span, or which of the three texts (from 0) is wrong and what was expected. */
  static read(
    texts: readonly [string, string, string],
  ): CronSpan | { readonly position: number; readonly expected: string } {
    const cron = readCron(texts[0]);
    if ('expected' in cron) return { position: 0, expected: cron.expected };
    const duration = readDuration(texts[1]);
    if (!duration || duration > LONGEST) {
      return { position: 1, expected: 'a duration such as 8h, 90m or 1d12h of more than 0 and at most 7 days' };
    }
    const zone = Zone.named(texts[2]);
    if (!zone) return { position: 2, expected: 'the name of an IANA time zone such as Europe/Berlin' };
    return new CronSpan(cron, duration, zone);
  }

  /** @param now - in milliseconds since 1970. */
  includes(now: number): boolean {
    // The fire itself is inside, the end of its span is not.
    const earliest = now - this.#duration + 1;
    return this.#zone.periods(earliest, now).some(({ from, to, offset }) => this.#fires(from + offset, to + offset));
  }

  /** Whether the text names a time between two local times, both included. A local time is written as if it were UTC. */
  #fires(from: number, to: number): boolean {
    for (let day = Math.floor(to / DAY) * DAY; day + DAY > from; day -= DAY) {
      if (!this.#namesDay(new Date(day))) continue;
      for (const hour of this.#cron.hours) {
        const hourStart = day + hour * HOUR;
        if (hourStart > to || hourStart + HOUR <= from) continue;
        for (const minute of this.#cron.minutes) {
          const fire = hourStart + minute * MINUTE;
          if (fire >= from && fire <= to) return true;
        }
      }
    }
    return false;
  }

  #namesDay(day: Date): boolean {
    const { months, daysOfMonth, daysOfWeek, eitherDay } = this.#cron;
    if (!months.includes(day.getUTCMonth() + 1)) return false;
    const ofMonth = daysOfMonth.includes(day.getUTCDate());
    const ofWeek = daysOfWeek.includes(day.getUTCDay());
    return eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek;
  }
}
