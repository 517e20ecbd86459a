/** A response of the mock before it is serialized. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly delayMs?: number;
}
