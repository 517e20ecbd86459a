/** How long a client may take and how much it may send before it is let go: all far above what an honest one needs. */
export interface Limits {
  readonly headersTimeoutMs: number;
  /** For the whole request, body included. */
  readonly requestTimeoutMs: number;
  /** How often those two are looked at. */
  readonly checkingIntervalMs: number;
  readonly keepAliveTimeoutMs: number;
  /** For a connection on which nothing moves, such as that of a client that does not read its answer. */
  readonly idleTimeoutMs: number;
  /** The request line and all headers. */
  readonly headerBytes: number;
  readonly headers: number;
  readonly requestsPerConnection: number;
  readonly connections: number;
  /** How long what is not read of a refused request is still taken in: a client that is cut off loses its answer too. */
  readonly lingerMs: number;
  /** How long what runs may take after the server was told to stop. */
  readonly graceMs: number;
}

export const usualLimits: Limits = {
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
