/** The header that carries the stamp of a request. */
export interface Stamp {
  readonly name: string;
  readonly value: string;
}

/** Signs requests: `@mintmark/stamper` has a stamper for each kind of key. */
export interface Stamper {
  stamp(body: string): Promise<Stamp>;
}

/**
 * A request that is ready to send, now or later: POST `body` to `path` with the stamp as a header. It can be stored as JSON.
 *
 * It is a secret: anyone who has it can send it, and a query stays valid for as long as its key.
 */
export interface SignedRequest<Name extends string = string> {
  readonly operation: Name;
  readonly path: string;
  readonly body: string;
  readonly stamp: Stamp;
}
