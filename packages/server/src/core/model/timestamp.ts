/** A time as records show it: seconds, and the nanoseconds past that second. */
export const timestamp = (time: Date) => ({
  seconds: String(Math.floor(time.getTime() / 1000)),
  nanos: String((time.getTime() % 1000) * 1_000_000),
});
