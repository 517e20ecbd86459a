/** A header that says who asks, and for what. */
export interface Stamp {
  readonly name: string;
  readonly value: string;
}

/** Whatever signs requests: `@mintmark/stamper` has one for each kind of key. */
export interface Stamper {
  stamp(body: string): Promise<Stamp>;
}

/**
 * A request that can be sent as it is, now or later, by whoever has it: POST `body` to `path` with the stamp as a header. It
 * can be kept as JSON.
 *
 * It is a secret: whoever has it can send it, a query for as long as the key lives.
 */
export interface SignedRequest<Name extends string = string> {
  readonly operation: Name;
  readonly path: string;
  readonly body: string;
  readonly stamp: Stamp;
}
