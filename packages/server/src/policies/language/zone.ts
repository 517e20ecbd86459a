/** By their canonical names, so that there are at most as many as there are zones. */
const zones = new Map<string, Zone>();

/** A time zone of the IANA database. */
export class Zone {
  readonly #format: Intl.DateTimeFormat;

  private constructor(format: Intl.DateTimeFormat) {
    this.#format = format;
  }

  /** Undefined if the name is not in the database. */
  static named(name: string): Zone | undefined {
    const known = zones.get(name);
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
      const canonical = format.resolvedOptions().timeZone;
      const zone = zones.get(canonical) ?? new Zone(format);
      zones.set(canonical, zone);
      return zone;
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** How many milliseconds the clocks of the zone are ahead of UTC at this moment. */
  offsetAt(moment: number): number {
    const second = Math.floor(moment / 1_000) * 1_000;
    const read: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.#format.formatToParts(second)) read[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: seconds = 0 } = read;
    return Date.UTC(year, month - 1, day, hour, minute, seconds) - second;
  }
}
