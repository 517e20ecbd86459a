import type { ApiError } from '../../core/model/api-error.ts';

/** A request whose body has not been read. */
export interface IncomingRequest {
  readonly method: string;
  /** The path of the URL, without a query. */
  readonly path: string;
  /** All values of a header; the name has to be in lower case. */
  header(name: string): readonly string[];
  /** Reads the body; refuses more bytes than this. */
  readBody(maxBytes: number): Promise<Uint8Array>;
  /** The network of the client, as `networkOf` writes it. */
  readonly address: string;
  /** Why the request is refused at the HTTP level, if it is. */
  readonly refusal?: ApiError | undefined;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export type App = (request: IncomingRequest) => Promise<OutgoingAnswer>;

/** Status logged when the client disconnected. */
export const clientClosedRequest = 499;

/** The client disconnected before it had sent the whole body. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected';
}
