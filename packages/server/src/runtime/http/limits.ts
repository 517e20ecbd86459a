/** How long a client may take and how much it may send before it is cut off: far more than an honest client needs. */
export interface Limits {
  readonly headersTimeoutMs: number;
  /** For the whole request, body included. */
  readonly requestTimeoutMs: number;
  /** How often these two timeouts are checked. */
  readonly checkingIntervalMs: number;
  readonly keepAliveTimeoutMs: number;
  /** For a connection without traffic, such as that of a client that does not read its answer. */
  readonly idleTimeoutMs: number;
  /** The request line and all headers. */
  readonly headerBytes: number;
  readonly headers: number;
  readonly requestsPerConnection: number;
  readonly connections: number;
  /** How long the rest of a refused request is still received: a client that is cut off immediately may not get its answer. */
  readonly lingerMs: number;
  /** How long requests in flight may take after the server was told to stop. */
  readonly graceMs: number;
}

export const defaultLimits: Limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 15_000,
  checkingIntervalMs: 1_000,
  keepAliveTimeoutMs: 5_000,
  idleTimeoutMs: 60_000,
  headerBytes: 32 * 1024,
  headers: 64,
  requestsPerConnection: 1_000,
  connections: 10_000,
  lingerMs: 1_000,
  graceMs: 10_000,
};
