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
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
