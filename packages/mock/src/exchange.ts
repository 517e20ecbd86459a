/** Headers as a record or as pairs; the `Headers` of fetch are the latter. */
export type HeaderValues =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | Iterable<readonly [string, string]>;

/** A request, its answer, or both, as they went over the wire. */
export interface Exchange {
  readonly method: string;
  /** The path of the URL; a query may follow it. */
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

/** Where an exchange departs from the contract, and how. */
export interface Violation {
  readonly where: 'request' | 'response';
  /** For example `path`, `status`, `header.content-type`, `body`, `body.parameters.users.0.userName`. */
  readonly location: string;
  readonly message: string;
}
