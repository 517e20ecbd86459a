const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const KEPT_DAYS = 100;

/** A time without a change of clocks: its first and its last millisecond, and how far local time is ahead of UTC. */
export interface Period {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

/** By their names in lower case, which Intl does not distinguish: there are at most as many as the database has names. */
const zones = new Map<string, Zone>();

/** A time zone of the IANA database. */
export class Zone {
  readonly #format: Intl.DateTimeFormat;
  /** By the start of the day, because asking Intl is slow and most requests ask about the same days. */
  readonly #days = new Map<number, readonly Period[]>();

  private constructor(format: Intl.DateTimeFormat) {
    this.#format = format;
  }

  /** Undefined if the name is not in the database. */
  static named(name: string): Zone | undefined {
    const key = name.toLowerCase();
    const known = zones.get(key);
    if (known) return known;
    // Intl also accepts offsets such as +01:00, which are not zones.
    if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return undefined;
    try {
      const format = new Intl.DateTimeFormat('en-US', {
        timeZone: name,
        calendar: 'gregory',
        numberingSystem: 'latn',
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
      const zone = new Zone(format);
      zones.set(key, zone);
      return zone;
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** The time from `earliest` to `latest`, both included, divided at each change of clocks (and at each midnight UTC). */
  periods(earliest: number, latest: number): Period[] {
    const periods: Period[] = [];
    for (let day = Math.floor(earliest / DAY) * DAY; day <= latest; day += DAY) {
      for (const { from, to, offset } of this.#day(day)) {
        if (to < earliest || from > latest) continue;
        periods.push({ from: Math.max(from, earliest), to: Math.min(to, latest), offset });
      }
    }
    return periods;
  }

  #day(start: number): readonly Period[] {
    const known = this.#days.get(start);
    if (known) return known;
    const end = start + DAY;
    const [before, after] = [this.#offsetAt(start), this.#offsetAt(end - 1)];
    const change = before === after ? end : this.#changeBetween(start, end - MINUTE, before);
    const periods = [{ from: start, to: change - 1, offset: before }];
    if (change < end) periods.push({ from: change, to: end - 1, offset: after });
    if (this.#days.size >= KEPT_DAYS) this.#days.clear();
    this.#days.set(start, periods);
    return periods;
  }

  /** The minute in which the offset changes, between one that has the old offset and one that has the new offset. */
  #changeBetween(before: number, after: number, offsetBefore: number): number {
    let [low, high] = [before, after];
    while (high - low > MINUTE) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
      if (this.#offsetAt(middle) === offsetBefore) low = middle;
      else high = middle;
    }
    return high;
  }

  /** How many milliseconds the clocks of the zone are ahead of UTC. */
  #offsetAt(moment: number): number {
    const second = Math.floor(moment / 1_000) * 1_000;
    const read: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.#format.formatToParts(second)) read[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: seconds = 0 } = read;
    return Date.UTC(year, month - 1, day, hour, minute, seconds) - second;
  }
}
