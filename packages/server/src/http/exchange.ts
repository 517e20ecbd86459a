import type { ApiError } from '../contract/api-error.ts';

/** A request, before anything of its body was read. */
export interface IncomingRequest {
  readonly method: string;
  /** The path of the URL, without a query. */
  readonly path: string;
  /** Every value that a header came with; its name is given in lower case. */
  header(name: string): readonly string[];
  /** Reads the body; more bytes than this are refused. */
  readBody(mostBytes: number): Promise<Uint8Array>;
  /** Where the request came from, as far as the connection tells. */
  readonly address: string;
  /** What is wrong with it below the contract. */
  readonly refusal?: ApiError | undefined;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export type App = (request: IncomingRequest) => Promise<OutgoingAnswer>;

/** What stands for the status of an answer that nobody is there for. */
export const nobody = 499;

/** The client went away before its body was whole: there is nobody to answer. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected';
}
