/** Headers as a record or as pairs; the `Headers` of fetch count as pairs. */
export type HeaderValues =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | Iterable<readonly [string, string]>;

/** A request, its response, or both, as they went over the wire. */
export interface Exchange {
  readonly method: string;
  /** The path of the URL, with or without a query. */
  readonly path: string;
  readonly request?: RequestText;
  readonly response?: ResponseText;
}

export interface RequestText {
  readonly headers: HeaderValues;
  readonly body: string;
}

export interface ResponseText {
  readonly status: number;
  readonly headers: HeaderValues;
  readonly body: string;
}

/** Where and how an exchange violates the contract. */
export interface Violation {
  readonly where: 'request' | 'response';
  /** For example `path`, `status`, `header.content-type`, `body`, `body.parameters.users.0.userName`. */
  readonly location: string;
  readonly message: string;
}
